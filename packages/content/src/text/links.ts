import { element, type RichNode } from './nodes.ts';

const MAX_URL_LENGTH = 2_048;
const SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];

/** Characters that end a URL: spaces, quotes, bidirectional controls. */
const STOPS = String.raw`\s<>"\\\x60«»“”„‘’\p{Cc}\p{Bidi_C}\u3000-\u303f\uff01-\uff20`;

/** Source of a pattern for URLs and emails. Every part is bounded, so that matching takes linear time. */
export const ADDRESS =
  String.raw`(?<![a-z0-9])(?:https?:\/\/|www\.)[^${STOPS}]{1,${MAX_URL_LENGTH}}` +
  String.raw`|(?<![\w.%+-])[\w.%+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}(?![\w@-])`;

const OPENING = '([{';
const CLOSING = ')]}';
/** Deeper nesting is in no URL, and would be slow to match. */
const MAX_BRACKETS = 8;
const TRAILING_PUNCTUATION = ".,:;!?…'*_~|";

/** The normalized URL, if it is a plain link to a page, an email or a phone number. */
export function safeUrl(written: string) {
  try {
    const { protocol, username, password, href } = new URL(written);
    // A name before the host makes https://bank.example@evil.example look like the bank.
    const isPlain = !username && !password && !/["<>\s]/.test(href);
    return isPlain && SCHEMES.includes(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}

/** Strips what belongs to the sentence around it: unbalanced brackets and trailing punctuation. */
function stripSentence(found: string) {
  const open: number[] = [];
  let end = 0;
  for (; end < found.length; end++) {
    const char = found.charAt(end);
    if (OPENING.includes(char) && open.push(end) > MAX_BRACKETS) break;
    if (!CLOSING.includes(char)) continue;
    const start = open.at(-1);
    if (start === undefined || OPENING.indexOf(found.charAt(start)) !== CLOSING.indexOf(char)) break;
    open.pop();
  }
  end = open[0] ?? end;
  while (end && TRAILING_PUNCTUATION.includes(found.charAt(end - 1))) end--;
  return found.slice(0, end);
}

export const link = (href: string, label: RichNode[]) =>
  element('a', label, { href, target: '_blank', rel: 'noopener noreferrer nofollow' });

/** Turns a match of `ADDRESS` into a link, with the length it took; into text if it is none. */
export function parseAddress(found: string): { node: RichNode; length: number } {
  const isWeb = /^(?:https?:|www\.)/iu.test(found);
  const address = isWeb ? stripSentence(found) : found;
  const href = safeUrl(isWeb ? address.replace(/^www\./i, 'https://$&') : `mailto:${address}`);
  return href ? { node: link(href, [address]), length: address.length } : { node: found, length: found.length };
}

/** Plain text with links. */
export function linked(text: string) {
  const pattern = new RegExp(ADDRESS, 'giu');
  const nodes: RichNode[] = [];
  let at = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { node, length } = parseAddress(match[0]);
    nodes.push(text.slice(at, match.index), node);
    at = match.index + length;
    pattern.lastIndex = at;
  }
  return [...nodes, text.slice(at)].filter((node) => node !== '');
}
