#!/usr/bin/env node
// A bot for 31 with nothing but Node. It speaks the protocol of docs/protocol.md: one line of JSON
// in, one line of JSON out, and only where the line has an "id".
'use strict';

const KNOCK_AT = 25;
const WORTH_TAKING = 3;

function points(card) {
  if (card[0] === 'A') return 11;
  return 'TJQK'.includes(card[0]) ? 10 : Number(card[0]);
}

/** Return the best sum of one suit. */
function value(cards) {
  const sums = { C: 0, D: 0, H: 0, S: 0 };
  for (const card of cards) sums[card[1]] += points(card);
  return Math.max(...Object.values(sums));
}

function without(hand, card) {
  return hand.filter((held) => held !== card);
}

/** Choose what to do with a turn of the draw form. */
function turn({ hand, discard, legal }) {
  const now = value(hand);
  if (now >= KNOCK_AT && legal.includes('knock')) return 'knock';
  if (discard && legal.includes('take')) {
    const taken = Math.max(...hand.map((card) => value([...without(hand, card), discard])));
    if (taken >= now + WORTH_TAKING) return 'take';
  }
  return legal.includes('stock') ? 'stock' : legal[0];
}

/** Choose the card whose loss leaves the best hand; declare where that can be said with it. */
function discard({ hand, legal }) {
  const worth = (action) => {
    const [, card, declares] = action.split(' ');
    return value(without(hand, card)) + (declares ? 1 : 0);
  };
  return legal.reduce((best, action) => (worth(action) > worth(best) ? action : best));
}

function choose(message) {
  if (message.type === 'turn') return turn(message);
  if (message.type === 'discard') return discard(message);
  return message.legal[0]; // right for "ready", "declare" and what is unknown
}

const lines = require('node:readline').createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const message = JSON.parse(line);
  if (!('id' in message)) return; // news, which wants no answer
  process.stdout.write(`${JSON.stringify({ id: message.id, action: choose(message) })}\n`);
});
