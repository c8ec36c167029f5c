import { createHmac, timingSafeEqual } from 'node:crypto';

/** Compares secrets in constant time. */
export function equalsSecret(given: string | undefined, expected: string) {
  const [left, right] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Signature of a body, such as `X-Hub-Signature-256` has it after `sha256=`. */
export const hmacHex = (algorithm: 'sha1' | 'sha256', key: string, body: Buffer | string) =>
  createHmac(algorithm, key).update(body).digest('hex');

/** What is in a vendor's JSON: each driver knows its vendor, and any member may be missing or of another type. */
// biome-ignore lint/suspicious/noExplicitAny: the types of the wire are promises that nobody keeps
export type Json = any;

/** A JSON object; undefined if the body is none. */
export function parseObject(body: Buffer): Json {
  const value = parseJson(body);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

/** JSON whose integers beyond 2^53 are texts, so that no id loses digits; undefined if the body is none. */
export function parseJson(body: Buffer): Json {
  const text = body.toString();
  try {
    return /\d{16}/.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const keepDigits = (_key: string, value: unknown, context?: { source?: string }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? context?.source
    : value;

/** The objects of a list that may be missing. */
export const objectsOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];

/** A text; undefined if there is none. */
export const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** An id, which may come as a number; undefined if there is none. */
export const idOf = (value: unknown) => (typeof value === 'number' ? String(value) : textOf(value));

/** An id without which an answer is useless. */
export function requireId(value: unknown): string {
  const id = idOf(value);
  if (id === undefined) throw new TypeError('The answer has no id');
  return id;
}

/** The last moment that a date can have. */
const MAX_TIME_MS = 8.64e15;

/** A time in milliseconds: of a text, or of seconds or milliseconds since 1970. */
export function timeOf(value: unknown): number | undefined {
  const number = typeof value === 'string' ? (/^\d+$/.test(value) ? Number(value) : Date.parse(value)) : value;
  if (typeof number !== 'number' || !(Math.abs(number) <= MAX_TIME_MS)) return undefined;
  // Seconds until the year 5138, milliseconds since 1973.
  return Math.round(number < 1e11 ? number * 1_000 : number);
}
