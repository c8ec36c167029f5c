import { html, trusted } from '@parley/html';
import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import { guideCode } from './code.ts';
import type { Section } from './guide.ts';

/** Where a link or a picture of the source leads on the server; undefined if that is not published. */
type Resolve = (target: string) => string | undefined;

export interface Rendered {
  title: string;
  lead: string;
  html: string;
  sections: Section[];
  /** Links that lead nowhere; they are rendered as their text. */
  dead: string[];
}

interface Picture {
  url: string;
  width: number;
  height: number;
}

interface Source {
  text: string;
  resolve: Resolve;
  /** Where the reference has a call, such as `GET /v1/chats/{id}`; undefined if it is no call of the API. */
  findCall: (call: string) => string | undefined;
  findPicture: (target: string) => Picture | undefined;
}

/** Renders a guide. HTML in the source is shown as text, comments are left out. */
export function renderMarkdown(source: Source): Rendered {
  const sections: Section[] = [];
  const dead: string[] = [];
  const marked = new Marked();
  const tokens = marked.lexer(source.text);
  const ids = idsOf(tokens);
  marked.use({ renderer: createRenderer(source, ids, dead) });
  const [first] = tokens;
  if (first?.type !== 'heading' || first.depth !== 1)
    throw new Error(`A guide begins with its title: ${source.text.slice(0, 40)}`);
  for (const token of tokens) addToSections(sections, token, ids);
  return {
    title: textOf([first]),
    lead: textOf(tokens.filter(({ type }) => type === 'paragraph').slice(0, 1)),
    html: marked.parser(tokens),
    sections,
    dead,
  };
}

/** Renders what differs from plain Markdown: anchors, links into the server, code and tables of the reference, no HTML. */
function createRenderer(source: Source, ids: Map<Token, string>, dead: string[]): RendererObject {
  const { resolve, findCall, findPicture } = source;
  let isInLink = false;
  return {
    heading(heading) {
      const { depth } = heading;
      const inner = this.parser.parseInline(heading.tokens);
      if (depth === 1) return `<h1>${inner}</h1>\n`;
      const id = ids.get(heading) ?? '';
      return `<h${depth} id="${id}"><a href="#${id}">${inner.replaceAll(/<\/?a\b[^>]*>/g, '')}</a></h${depth}>\n`;
    },
    code: ({ text: code, lang = '' }) => `${guideCode(lang, code).html}\n`,
    html: ({ text: raw }) => (raw.startsWith('<!--') ? '' : html`${raw}`.html),
    link({ href, tokens: inner }) {
      const url = resolve(href);
      isInLink = true;
      const words = this.parser.parseInline(inner);
      isInLink = false;
      if (url !== undefined) return `${html`<a href="${url}">${trusted(words)}</a>`.html}`;
      dead.push(href);
      return words;
    },
    codespan({ text: code }) {
      const url = isInLink ? undefined : findCall(code);
      return url ? html`<a href="${url}"><code>${code}</code></a>`.html : html`<code>${code}</code>`.html;
    },
    image({ href, text: alt }) {
      const picture = findPicture(href);
      if (!picture) dead.push(href);
      if (!picture) return html`${alt}`.html;
      const { url, width, height } = picture;
      return html`<img src="${url}" alt="${alt}" width="${width}" height="${height}" loading="lazy">`.html;
    },
    table(table) {
      const { header, rows } = table;
      const cells = (row: Tokens.TableCell[], tag: string) =>
        row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('');
      const isTitled = header.some((cell) => cell.text);
      const head = isTitled ? `<thead><tr>${cells(header, 'th')}</tr></thead>` : '';
      const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
      return `<div class="wide"><table>${head}<tbody>${body}</tbody></table></div>\n`;
    },
  };
}

/** Anchors of headings, made as on code hosts so that links work in both places. */
function idsOf(tokens: Token[]) {
  const used = new Map<string, number>();
  const headings = tokens.filter((token) => token.type === 'heading');
  return new Map<Token, string>(
    headings.map((heading) => {
      const words = textOf([heading]).toLowerCase();
      const id = words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-');
      const before = used.get(id) ?? 0;
      used.set(id, before + 1);
      return [heading, before ? `${id}-${before}` : id];
    }),
  );
}

function addToSections(sections: Section[], token: Token, ids: Map<Token, string>) {
  const text = textOf([token]);
  if (token.type === 'heading') {
    const { depth } = token as Tokens.Heading;
    sections.push({ id: depth === 1 ? '' : (ids.get(token) ?? ''), title: text, depth, text: '' });
    return;
  }
  const section = sections.at(-1);
  if (section && text) section.text = `${section.text} ${text}`.trim();
}

interface Parts {
  type: string;
  text?: string;
  tokens?: Token[];
  items?: Tokens.ListItem[];
  header?: Tokens.TableCell[];
  rows?: Tokens.TableCell[][];
}

/** The words of tokens, without marks. */
function textOf(tokens: readonly Token[]): string {
  return tokens.map(wordsOf).join('').replaceAll(/\s+/g, ' ').trim();
}

function wordsOf(token: Parts): string {
  const { type, text = '', tokens, items, header, rows } = token;
  if (type === 'html' || type === 'space') return ' ';
  if (items) return items.map((item) => ` ${wordsOf({ ...item, type: 'item' })}`).join('');
  if (header && rows)
    return [header, ...rows]
      .flat()
      .map((cell) => `${textOf(cell.tokens)} `)
      .join('');
  const inner = tokens?.length ? tokens.map(wordsOf).join('') : text;
  return ['paragraph', 'code', 'heading', 'item', 'br'].includes(type) ? ` ${inner} ` : inner;
}
