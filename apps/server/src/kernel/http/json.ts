import { problem } from '../problems.ts';

const MAX_DEPTH = 32;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parses a JSON body. Refuses what parsers read differently: invalid UTF-8, duplicate keys. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const text = decode(bytes);
  const value = parse(text);
  if (typeof value === 'object' && value !== null) refuseAmbiguous(text);
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

/** Scans text that is known to be valid JSON, so only strings and brackets matter. */
function refuseAmbiguous(text: string) {
  /** Keys of each open object; null for an array. */
  const open: (Set<string> | null)[] = [];
  const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found] = match;
    if (found === '{' || found === '[') {
      if (open.push(found === '{' ? new Set() : null) > MAX_DEPTH) {
        throw problem('validation_failed', `The body is nested deeper than ${MAX_DEPTH} levels.`, {
          errors: { body: [`is nested deeper than ${MAX_DEPTH} levels`] },
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

interface Unstorable {
  path: string;
  message: string;
}

/**
 * The first value that the database cannot store or JSON cannot print, by its path. Input over a socket was not parsed by
 * `parseJson`, so it may contain bytes or be nested too deeply.
 */
export function findUnstorable(value: unknown, path = '', depth = 0): Unstorable | undefined {
  if (typeof value === 'string') return findUnstorableText(value, path);
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : unstorable(path, 'is too large a number');
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === MAX_DEPTH) return unstorable('', `is nested deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) return findUnstorableItem(value, path, depth);
  if (!isPlain(value)) return unstorable(path, 'must be JSON');
  for (const key in value) {
    const inside = path ? `${path}.${key}` : key;
    const found =
      findUnstorableText(key, path) ?? findUnstorable((value as Record<string, unknown>)[key], inside, depth + 1);
    if (found) return found;
  }
  return undefined;
}

function findUnstorableItem(items: unknown[], path: string, depth: number) {
  for (let at = 0; at < items.length; at += 1) {
    const found = findUnstorable(items[at], path ? `${path}.${at}` : String(at), depth + 1);
    if (found) return found;
  }
  return undefined;
}

function findUnstorableText(text: string, path: string) {
  if (text.includes('\0')) return unstorable(path, 'must not contain a NUL character');
  return text.isWellFormed() ? undefined : unstorable(path, 'must not contain a lone surrogate');
}

function isPlain(value: object) {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const unstorable = (path: string, message: string): Unstorable => ({ path: path || 'body', message });
