import { problem } from './problems.ts';

const DEEPEST = 32;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** A JSON body. What two readers could understand differently is refused: bytes that are no UTF-8, a key twice. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const text = decode(bytes);
  const value = parse(text);
  if (typeof value === 'object' && value !== null) refuseOdd(text);
  return value;
}

function decode(bytes: Buffer) {
  try {
    return decoder.decode(bytes);
  } catch {
    throw problem('malformed_request', 'The body is not valid UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw problem('malformed_request', 'The body is not valid JSON.');
  }
}

/** Looks over text that is known to be JSON: strings and brackets are all that matters. */
function refuseOdd(text: string) {
  /** Keys of each object that is open; null for an array. */
  const open: (Set<string> | null)[] = [];
  const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found] = match;
    if (found === '{' || found === '[') {
      if (open.push(found === '{' ? new Set() : null) > DEEPEST) {
        throw problem('validation_failed', `The body is nested deeper than ${DEEPEST} levels.`, {
          errors: { body: [`is nested deeper than ${DEEPEST} levels`] },
        });
      }
    } else if (found === '}' || found === ']') open.pop();
    else if (match[1]) addKey(open.at(-1), JSON.parse(found.slice(0, -match[1].length)));
  }
}

function addKey(keys: Set<string> | null | undefined, key: string) {
  if (keys?.has(key)) throw problem('malformed_request', `The body repeats the key ${JSON.stringify(key)}.`);
  keys?.add(key);
}

interface Odd {
  path: string;
  said: string;
}

/**
 * The first thing that no database can hold or no answer can print, by its path; undefined when there is none. What comes
 * over a socket was not read by us, and may be more than JSON: bytes, or too deep.
 */
export function findOdd(value: unknown, path = '', depth = 0): Odd | undefined {
  if (typeof value === 'string') return findOddText(value, path);
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : odd(path, 'is too large a number');
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === DEEPEST) return odd('', `is nested deeper than ${DEEPEST} levels`);
  if (Array.isArray(value)) return findOddItem(value, path, depth);
  if (!isPlain(value)) return odd(path, 'must be JSON');
  for (const key in value) {
    const inside = path ? `${path}.${key}` : key;
    const found = findOddText(key, path) ?? findOdd((value as Record<string, unknown>)[key], inside, depth + 1);
    if (found) return found;
  }
  return undefined;
}

function findOddItem(items: unknown[], path: string, depth: number) {
  for (let at = 0; at < items.length; at += 1) {
    const found = findOdd(items[at], path ? `${path}.${at}` : String(at), depth + 1);
    if (found) return found;
  }
  return undefined;
}

function findOddText(text: string, path: string) {
  if (text.includes('\0')) return odd(path, 'must not contain a NUL character');
  return text.isWellFormed() ? undefined : odd(path, 'must not contain a lone surrogate');
}

function isPlain(value: object) {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const odd = (path: string, said: string): Odd => ({ path: path || 'body', said });
