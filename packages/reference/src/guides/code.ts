import { type Html, html } from '@parley/html';
import { codeBlock, commandBlock } from '../parts.ts';

const LABELS: Record<string, string> = {
  sh: 'Shell',
  json: 'JSON',
  js: 'JavaScript',
  ts: 'TypeScript',
  py: 'Python',
  php: 'PHP',
  go: 'Go',
  rb: 'Ruby',
  html: 'HTML',
  http: 'HTTP',
  sql: 'SQL',
  ini: 'Configuration',
};

/** How comments begin. Where none is given, `#` and `//` are part of the text, as in URLs. */
const COMMENTS: Record<string, string> = {
  sh: '(?<=^|\\s)#.*',
  py: '#.*',
  rb: '#.*',
  js: '(?<=^|\\s)//.*|/\\*[^]*?\\*/',
  ts: '(?<=^|\\s)//.*|/\\*[^]*?\\*/',
  go: '(?<=^|\\s)//.*',
  php: '(?<=^|\\s)//.*',
};

const STRINGS = '"(?:[^"\\\\\\n]|\\\\.)*"|\'(?:[^\'\\\\\\n]|\\\\.)*\'|`(?:[^`\\\\]|\\\\.)*`';
const PLAIN = new Set(['', 'http', 'html', 'sql']);
/** Lines of these may be broken anywhere. */
const WRAPPED = new Set(['', 'http', 'json']);

/** A block of code as the reference shows it. The info string is a language and, if given, a caption. */
export function guideCode(info: string, text: string): Html {
  const [language = '', ...caption] = info.split(' ');
  const label = caption.join(' ') || (LABELS[language] ?? 'Text');
  const block = WRAPPED.has(language) ? codeBlock : commandBlock;
  return block(label, highlight(language, text));
}

/** Marks strings, comments and, in JSON, values. */
function highlight(language: string, text: string): Html {
  if (PLAIN.has(language)) return html`${text}`;
  const comment = COMMENTS[language] ?? '(?!)';
  const value = language === 'json' ? '\\b(?:true|false|null|-?\\d+(?:\\.\\d+)?)\\b' : '(?!)';
  const token = new RegExp(`(?<comment>${comment})|(?<string>${STRINGS})(?<colon>\\s*:)?|(?<value>${value})`, 'gm');
  const pieces: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const { comment, string, colon = '' } = match.groups ?? {};
    const isKey = language === 'json' && colon;
    const kind = comment ? 'comment' : string ? 'text' : 'value';
    const marked = string ?? match[0];
    pieces.push(
      html`${text.slice(end, match.index)}${isKey ? marked : html`<span class="${kind}">${marked}</span>`}${colon}`,
    );
    end = match.index + match[0].length;
  }
  return html`${pieces}${text.slice(end)}`;
}
