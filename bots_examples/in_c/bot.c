/* A bot for 31 with nothing but the C library. It speaks the protocol of docs/protocol.md:
 * one line of JSON in, one line of JSON out, and only where the line has an "id".
 *
 *     cc -O2 -o bot bot.c
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 64, MOST = 64, KNOCK_AT = 25, WORTH_TAKING = 3 };

typedef struct {
    int count;
    char text[MOST][TEXT];
} List;

/* ---- As much JSON as the arena writes: it sends no escapes in what is read here. ---- */

/* Return the place after a string; p stands on its opening quote. */
static const char *after_string(const char *p)
{
    for (p++; *p && *p != '"'; p++)
        if (*p == '\\' && p[1])
            p++;
    return *p ? p + 1 : p;
}

/* Return the place after any value: a string, a number, a word, an array or an object. */
static const char *after_value(const char *p)
{
    int depth = 0;
    while (*p) {
        if (*p == '"') {
            p = after_string(p);
        } else if (depth == 0 && (*p == ',' || *p == '}' || *p == ']')) {
            return p;
        } else {
            depth += (*p == '{' || *p == '[') - (*p == '}' || *p == ']');
            p++;
        }
        if (depth == 0 && (p[-1] == '}' || p[-1] == ']' || p[-1] == '"'))
            return p;
    }
    return p;
}

/* Return the value of a key of the object in the line, or NULL. */
static const char *field(const char *line, const char *key)
{
    const char *p = strchr(line, '{');
    size_t length = strlen(key);
    while (p && *p && *p != '}') {
        const char *name = strchr(p, '"');
        if (!name)
            return NULL;
        p = after_string(name);
        int found = (size_t)(p - name) == length + 2 && strncmp(name + 1, key, length) == 0;
        while (*p == ':' || *p == ' ')
            p++;
        if (found)
            return p;
        p = after_value(p);
    }
    return NULL;
}

/* Copy a string value; anything else, null too, gives an empty text. Return what follows it. */
static const char *copy_text(const char *p, char *text)
{
    text[0] = '\0';
    if (!p || *p != '"')
        return p;
    const char *end = after_string(p);
    snprintf(text, TEXT, "%.*s", (int)(end - p - 2), p + 1);
    return end;
}

/* Read an array of strings. */
static List read_list(const char *p)
{
    List list = {0};
    if (!p || *p != '[')
        return list;
    for (p++; *p && *p != ']' && list.count < MOST; p++)
        if (*p == '"')
            p = copy_text(p, list.text[list.count++]) - 1;
    return list;
}

/* ---- The game ---- */

static int points(const char *card)
{
    if (card[0] == 'A')
        return 11;
    return card[0] >= '2' && card[0] <= '9' ? card[0] - '0' : 10;
}

/* Return the best sum of one suit, leaving out one card of the hand (-1 for none). */
static int value(const List *hand, int left_out, const char *instead)
{
    int best = 0;
    for (const char *suit = "CDHS"; *suit; suit++) {
        int sum = instead && instead[1] == *suit ? points(instead) : 0;
        for (int i = 0; i < hand->count; i++)
            if (i != left_out && hand->text[i][1] == *suit)
                sum += points(hand->text[i]);
        if (sum > best)
            best = sum;
    }
    return best;
}

static int allowed(const List *legal, const char *action)
{
    for (int i = 0; i < legal->count; i++)
        if (strcmp(legal->text[i], action) == 0)
            return 1;
    return 0;
}

/* Choose what to do with a turn of the draw form. */
static const char *turn(const char *line, const List *legal)
{
    List hand = read_list(field(line, "hand"));
    char top[TEXT];
    copy_text(field(line, "discard"), top);
    int now = value(&hand, -1, NULL);
    if (now >= KNOCK_AT && allowed(legal, "knock"))
        return "knock";
    if (top[0] && allowed(legal, "take"))
        for (int i = 0; i < hand.count; i++)
            if (value(&hand, i, top) >= now + WORTH_TAKING)
                return "take";
    return allowed(legal, "stock") ? "stock" : legal->text[0];
}

/* Choose the card whose loss leaves the best hand; declare where that can be said with it. */
static const char *discard(const char *line, const List *legal)
{
    List hand = read_list(field(line, "hand"));
    const char *chosen = legal->text[0];
    int best = -1;
    for (int i = 0; i < legal->count; i++) {
        const char *card = legal->text[i] + strlen("discard ");
        int declares = strstr(card, "declare") != NULL;
        for (int j = 0; j < hand.count; j++)
            if (strncmp(hand.text[j], card, 2) == 0 && value(&hand, j, NULL) + declares > best) {
                best = value(&hand, j, NULL) + declares;
                chosen = legal->text[i];
            }
    }
    return chosen;
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        const char *id = field(line, "id");
        if (!id)
            continue; /* news, which wants no answer */
        char type[TEXT];
        copy_text(field(line, "type"), type);
        List legal = read_list(field(line, "legal"));
        const char *action = legal.text[0]; /* right for "ready", "declare" and what is unknown */
        if (strcmp(type, "turn") == 0)
            action = turn(line, &legal);
        else if (strcmp(type, "discard") == 0)
            action = discard(line, &legal);
        printf("{\"id\":%ld,\"action\":\"%s\"}\n", strtol(id, NULL, 10), action);
        fflush(stdout);
    }
    free(line);
    return 0;
}
