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
  if (keys?.has(key)) throw problem('malformed_request', `The body has the key ${JSON.stringify(key)} twice.`);
  keys?.add(key);
}

/** The first text that no database can hold or number that no answer can print, by its path; undefined when there is none. */
export function findOdd(value: unknown, path = 'body'): { path: string; said: string } | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return { path, said: 'has a NUL character' };
    return value.isWellFormed() ? undefined : { path, said: 'has half of a surrogate pair' };
  }
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : { path, said: 'is too large a number' };
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const inside = path === 'body' ? key : `${path}.${key}`;
    const odd = (Array.isArray(value) ? undefined : findOdd(key, path)) ?? findOdd(member, inside);
    if (odd) return odd;
  }
  return undefined;
}
