/** What the tags in front of or behind a text put between the lines. */
const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'ul', 'ol', 'blockquote', 'pre', 'hr']);
const LINES = new Set(['div', 'tr', 'li', 'section', 'article', 'header', 'footer', 'center']);
/** Elements whose content is no text. */
const UNSEEN = new Set(['head', 'style', 'script', 'title']);
const ENTITIES: Record<string, string> = {
  ...{
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    shy: '',
    zwnj: '',
    copy: '©',
    reg: '®',
    trade: '™',
  },
  ...{
    laquo: '«',
    raquo: '»',
    ldquo: '“',
    rdquo: '”',
    lsquo: '‘',
    rsquo: '’',
    mdash: '—',
    ndash: '–',
    hellip: '…',
    euro: '€',
  },
};

/** The text part of a mail for readers without HTML: links with their address, pictures by their description. */
export function textOfHtml(html: string) {
  const pieces: string[] = [];
  let link: { address: string; start: number } | undefined;
  let isAtLineStart = true;
  const add = (piece: string) => {
    if (!piece) return;
    pieces.push(piece);
    isAtLineStart = piece.endsWith('\n');
  };
  for (const { text, name, isEnd, tag } of tokensOf(html)) {
    if (text !== undefined) add(decode(text.replace(/\s+/g, ' ')));
    else if (name === 'img') add(attributeOf(tag, 'alt'));
    else if (name === 'a' && !isEnd) link = { address: attributeOf(tag, 'href'), start: pieces.length };
    else if (name === 'a') {
      if (link) add(addressBehind(pieces.slice(link.start).join('').trim(), link.address));
      link = undefined;
    } else if (PARAGRAPHS.has(name)) add('\n\n');
    else if (name === 'br') add('\n');
    else if (name === 'td' || name === 'th') add(' ');
    else if (LINES.has(name) && !isAtLineStart) add('\n');
    if (name === 'li' && !isEnd) add('- ');
  }
  return tidy(pieces.join(''));
}

interface Token {
  /** Between tags. */
  text?: string;
  name: string;
  isEnd: boolean;
  tag: string;
}

/** Texts and tags, in time linear in the length of any input. */
function* tokensOf(html: string): Generator<Token> {
  // Of the same length, which it is not with every letter in lower case.
  const lower = html.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const textOf = (text: string): Token => ({ text, name: '', isEnd: false, tag: '' });
  for (let at = 0; at < html.length; ) {
    const start = html.slice(at, at + 1) === '<' ? at : html.indexOf('<', at);
    if (start !== at) yield textOf(html.slice(at, start < 0 ? undefined : start));
    if (start < 0) return;
    const isComment = html.startsWith('<!--', start);
    const end = isComment ? html.indexOf('-->', start) : html.indexOf('>', start);
    const isTag = /[a-z/!?]/i.test(html.charAt(start + 1));
    if (!isTag || end < 0) {
      yield textOf('<');
      at = start + 1;
      // Without another end nothing that follows is a tag.
      if (end < 0) return yield textOf(html.slice(at));
      continue;
    }
    const tag = html.slice(start, end + 1);
    const [, slash = '', name = ''] = /^<(\/?)([a-z][a-z\d]*)/.exec(lower.slice(start, start + 32)) ?? [];
    at = end + (isComment ? 3 : 1);
    if (name) yield { name, isEnd: slash !== '', tag };
    if (UNSEEN.has(name) && !slash) {
      const close = lower.indexOf(`</${name}`, at);
      if (close < 0) return;
      at = close;
    }
  }
}

/** What follows the words of a link, unless they are its address. */
function addressBehind(words: string, address: string) {
  if (!/^(https?|mailto|tel):/i.test(address) || words === address) return '';
  return words ? ` (${address})` : address;
}

function attributeOf(tag: string, name: string) {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag);
  return decode(found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim();
}

const decode = (text: string) =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+\d*));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

function tidy(text: string) {
  const lines = text.split('\n').map((line) => line.replace(/[ \t\u00a0]+/g, ' ').trim());
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}
