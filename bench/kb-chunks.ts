// Knowledge bases for measurements: texts of words as frequent as in a language, and vectors in groups, as real ones are.
import type { Client } from 'pg';
import { signatureOf, toBytes } from '../apps/server/src/modules/kb/embedding/index.ts';
import { hashOf } from '../apps/server/src/modules/kb/rules/indexed-text.ts';
import { toTerms, wordsOf } from '../apps/server/src/modules/kb/rules/words.ts';

export const MODEL = 'bench-embedding';
export const DIMENSIONS = 1_536;
const VOCABULARY = 30_000;
const WORDS = 180;
const GROUPS = 400;
const BATCH = 250;

/** Mulberry32: the same chunks each time. */
export function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SYLLABLES =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re'.split(' ');

/** The word of a rank: frequent ones are short. */
function wordOf(rank: number) {
  let word = '';
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length];
  }
  return `${word}x`;
}

/** A word by Zipf's law. */
const anyWord = (random: () => number) => wordOf(Math.floor(VOCABULARY ** random()) - 1);

const textOf = (random: () => number) => Array.from({ length: WORDS }, () => anyWord(random)).join(' ');

/** A few frequent words, as in any question, and some that tell. */
export function questionOf(random: () => number) {
  const frequent = Array.from({ length: 4 }, () => wordOf(Math.floor(random() * 20)));
  const telling = Array.from({ length: 4 }, () => wordOf(Math.floor(20 + random() * 3_000)));
  return [...frequent, ...telling].join(' ');
}

const noise = (random: () => number) => random() + random() + random() - 1.5;

/** Around one of the groups, which are all on one side of zero. */
export function vectorOf(random: () => number, dimensions = DIMENSIONS) {
  const group = randomFrom(1 + Math.floor(random() * GROUPS));
  const offset = randomFrom(0);
  const vector = Float32Array.from({ length: dimensions }, () => noise(offset) + noise(group) + noise(random));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

export function meanOf(random: () => number, dimensions = DIMENSIONS) {
  const sum = new Float32Array(dimensions);
  for (let count = 0; count < 1_000; count += 1)
    vectorOf(random, dimensions).forEach((value, at) => {
      sum[at] = (sum[at] ?? 0) + value / 1_000;
    });
  return sum;
}

/** As the server stores them. */
export async function addChunks(client: Client, widget: number, count: number) {
  const random = randomFrom(widget);
  const mean = meanOf(random);
  const now = new Date();
  await client.query(
    'INSERT INTO kb_spaces (widget_id, model, dimensions, mean, mean_of) VALUES ($1, $2, $3, $4, $5)',
    [widget, MODEL, DIMENSIONS, toBytes(mean), count],
  );
  for (let at = 0; at < count; at += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - at) }, () => rowOf(widget, random, mean));
    await client.query(INSERT, [widget, now, JSON.stringify(rows)]);
  }
  await client.query('UPDATE kb_states SET embedding_model = $2, embed_due_at = NULL WHERE widget_id = $1', [
    widget,
    MODEL,
  ]);
  await client.query('VACUUM (ANALYZE) kb_rules, kb_words, kb_vectors, kb_forms, kb_word_counts');
}

function rowOf(widget: number, random: () => number, mean: Float32Array) {
  const content = textOf(random);
  const vector = vectorOf(random);
  const { forms, ...terms } = toTerms(widget, wordsOf(content));
  const [hash, bytes] = [hashOf(content), toBytes(vector)].map((each) => `\\x${each.toString('hex')}`);
  return { content, hash, ...terms, forms, signature: signatureOf(vector, mean), vector: bytes };
}

const INSERT = `
  WITH given AS MATERIALIZED (
    SELECT nextval('kb_rules_id_seq') AS id, g.* FROM json_to_recordset($3::json) AS g (content text, hash bytea,
      words bigint[], counts smallint[], length integer, forms json, signature varbit, vector bytea)
  ), rules AS (
    INSERT INTO kb_rules (id, widget_id, content, hash, source, token_count, created_at, updated_at) OVERRIDING SYSTEM VALUE
    SELECT id, $1, content, hash, 'manual', 250, $2, $2 FROM given
  ), words AS (
    INSERT INTO kb_words (widget_id, rule_id, words, counts, length) SELECT $1, id, words, counts, length FROM given
  ), forms AS (
    INSERT INTO kb_forms (widget_id, form, word, trigrams)
    SELECT DISTINCT ON (f.form) $1::bigint, f.form, f.word, f.trigrams
    FROM given, json_to_recordset(given.forms) AS f (form text, word bigint, trigrams bigint[]) ON CONFLICT DO NOTHING
  )
  INSERT INTO kb_vectors (widget_id, rule_id, model, dimensions, signature, vector)
  SELECT $1, id, '${MODEL}', ${DIMENSIONS}, signature, vector FROM given`;
