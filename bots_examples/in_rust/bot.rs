// A bot for 31 with nothing but Rust's own library. It speaks the protocol of docs/protocol.md:
// one line of JSON in, one line of JSON out, and only where the line has an "id".
//
//     rustc --edition 2021 -O -o bot bot.rs

use std::io::{self, BufRead, Write};

const KNOCK_AT: u32 = 25;
const WORTH_TAKING: u32 = 3;

/// As much JSON as the arena writes.
enum Json {
    Other,
    Number(u64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    fn field(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => fields.iter().find(|(name, _)| name == key).map(|(_, v)| v),
            _ => None,
        }
    }

    fn text(&self) -> &str {
        match self {
            Json::Text(text) => text,
            _ => "",
        }
    }

    fn texts(&self) -> Vec<&str> {
        match self {
            Json::List(items) => items.iter().map(Json::text).collect(),
            _ => Vec::new(),
        }
    }
}

/// Reads one JSON value after the other from bytes.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> u8 {
        while self.at < self.bytes.len() && b" ,:\n\r\t".contains(&self.bytes[self.at]) {
            self.at += 1;
        }
        *self.bytes.get(self.at).unwrap_or(&0)
    }

    fn value(&mut self) -> Json {
        match self.peek() {
            b'"' => Json::Text(self.string()),
            b'[' => {
                let mut items = Vec::new();
                self.at += 1;
                while !matches!(self.peek(), b']' | 0) {
                    items.push(self.value());
                }
                self.at += 1;
                Json::List(items)
            }
            b'{' => {
                let mut fields = Vec::new();
                self.at += 1;
                while !matches!(self.peek(), b'}' | 0) {
                    let key = self.string();
                    let value = self.value();
                    fields.push((key, value));
                }
                self.at += 1;
                Json::Object(fields)
            }
            _ => self.word(),
        }
    }

    /// Read a string; an escaped character stands for itself, which is enough here.
    fn string(&mut self) -> String {
        let mut text = Vec::new();
        self.at += 1;
        while self.at < self.bytes.len() && self.bytes[self.at] != b'"' {
            if self.bytes[self.at] == b'\\' {
                self.at += 1;
            }
            text.extend(self.bytes.get(self.at));
            self.at += 1;
        }
        self.at += 1;
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Read a number, true, false or null.
    fn word(&mut self) -> Json {
        let start = self.at;
        while self.at < self.bytes.len() && !b",]} \n".contains(&self.bytes[self.at]) {
            self.at += 1;
        }
        self.at = self.at.max(start + 1);
        let word = String::from_utf8_lossy(&self.bytes[start..self.at.min(self.bytes.len())]);
        word.parse().map_or(Json::Other, Json::Number)
    }
}

fn points(card: &str) -> u32 {
    match card.chars().next() {
        Some('A') => 11,
        Some(rank) => rank.to_digit(10).unwrap_or(10),
        None => 0,
    }
}

/// Return the best sum of one suit.
fn value(cards: &[&str]) -> u32 {
    let sum = |suit| cards.iter().filter(|c| c.ends_with(suit)).map(|c| points(c)).sum();
    ['C', 'D', 'H', 'S'].into_iter().map(sum).max().unwrap_or(0)
}

fn without<'a>(hand: &[&'a str], card: &str) -> Vec<&'a str> {
    hand.iter().copied().filter(|held| *held != card).collect()
}

/// Choose what to do with a turn of the draw form.
fn turn<'a>(hand: &[&str], top: &str, legal: &[&'a str]) -> &'a str {
    let pick = |wanted: &str| legal.iter().copied().find(|action| *action == wanted);
    let now = value(hand);
    let with_top = |card: &&str| {
        let mut swapped = without(hand, card);
        swapped.push(top);
        value(&swapped)
    };
    if let (true, Some(knock)) = (now >= KNOCK_AT, pick("knock")) {
        return knock;
    }
    if !top.is_empty() && hand.iter().map(with_top).max() >= Some(now + WORTH_TAKING) {
        if let Some(take) = pick("take") {
            return take;
        }
    }
    pick("stock").unwrap_or(legal[0])
}

/// Choose the card whose loss leaves the best hand; declare where that can be said with it.
fn discard<'a>(hand: &[&str], legal: &[&'a str]) -> &'a str {
    let worth = |action: &&&str| {
        let mut words = action.split(' ').skip(1);
        let kept = value(&without(hand, words.next().unwrap_or("")));
        kept + u32::from(words.next().is_some())
    };
    legal.iter().rev().max_by_key(worth).copied().unwrap_or("")
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let message = Reader { bytes: line.as_bytes(), at: 0 }.value();
        let texts = |key| message.field(key).map_or(Vec::new(), Json::texts);
        let text = |key| message.field(key).map_or("", Json::text);
        let id = match message.field("id") {
            Some(Json::Number(id)) => id,
            _ => continue, // news, which wants no answer
        };
        let (hand, legal) = (texts("hand"), texts("legal"));
        let action = match text("type") {
            "turn" => turn(&hand, text("discard"), &legal),
            "discard" => discard(&hand, &legal),
            _ => legal[0], // right for "ready", "declare" and what is unknown
        };
        writeln!(out, "{{\"id\":{id},\"action\":\"{action}\"}}")?;
        out.flush()?;
    }
    Ok(())
}
