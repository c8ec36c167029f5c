import { element, type RichNode } from './nodes.ts';

/** The longest address that is a link. */
const MOST_CHARACTERS = 2_048;
const SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];

/** What no address has in it, in any script: blanks, quotes, marks that turn the direction of writing. */
const STOPS = String.raw`\s<>"\\\x60«»“”„‘’\p{Cc}\p{Bidi_C}\u3000-\u303f\uff01-\uff20`;

/** Where a link may be, as the source of a pattern: every part is bounded, so that looking takes linear time. */
export const ADDRESS =
  String.raw`(?<![a-z0-9])(?:https?:\/\/|www\.)[^${STOPS}]{1,${MOST_CHARACTERS}}` +
  String.raw`|(?<![\w.%+-])[\w.%+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}(?![\w@-])`;

const OPENING = '([{';
const CLOSING = ')]}';
/** More inside each other are in no address, and looking for their ends would take long. */
const MOST_BRACKETS = 8;
const LAST_PUNCTUATION = ".,:;!?…'*_~|";

/** The address as the browser reads it, if nothing but a page, a letter or a call can come of it. */
export function safeAddress(written: string) {
  try {
    const { protocol, username, password, href } = new URL(written);
    // A name before the host makes https://bank.example@evil.example look like the bank.
    const isPlain = !username && !password && !/["<>\s]/.test(href);
    return isPlain && SCHEMES.includes(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}

/** Without what belongs to the sentence around it: foreign or unclosed brackets, and the last punctuation. */
function withoutSentence(found: string) {
  const open: number[] = [];
  let end = 0;
  for (; end < found.length; end++) {
    const char = found.charAt(end);
    if (OPENING.includes(char) && open.push(end) > MOST_BRACKETS) break;
    if (!CLOSING.includes(char)) continue;
    const start = open.at(-1);
    if (start === undefined || OPENING.indexOf(found.charAt(start)) !== CLOSING.indexOf(char)) break;
    open.pop();
  }
  end = open[0] ?? end;
  while (end && LAST_PUNCTUATION.includes(found.charAt(end - 1))) end--;
  return found.slice(0, end);
}

export const link = (href: string, label: RichNode[]) =>
  element('a', label, { href, target: '_blank', rel: 'noopener noreferrer nofollow' });

/** The link that something found by `ADDRESS` is, and how much of it that is; all of it as text where it is none. */
export function readAddress(found: string): { node: RichNode; length: number } {
  const isWeb = /^(?:https?:|www\.)/iu.test(found);
  const address = isWeb ? withoutSentence(found) : found;
  const href = safeAddress(isWeb ? address.replace(/^www\./i, 'https://$&') : `mailto:${address}`);
  return href ? { node: link(href, [address]), length: address.length } : { node: found, length: found.length };
}

/** Plain text with its links. */
export function linked(text: string) {
  const pattern = new RegExp(ADDRESS, 'giu');
  const nodes: RichNode[] = [];
  let at = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { node, length } = readAddress(match[0]);
    nodes.push(text.slice(at, match.index), node);
    at = match.index + length;
    pattern.lastIndex = at;
  }
  return [...nodes, text.slice(at)].filter((node) => node !== '');
}
