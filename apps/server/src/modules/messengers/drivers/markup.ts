import { Lexer, type Token } from 'marked';

/** What a vendor writes around formatted text. */
interface Style {
  escape: (text: string) => string;
  bold: (text: string) => string;
  italic: (text: string) => string;
  struck: (text: string) => string;
  code: (text: string) => string;
  block: (text: string) => string;
  link: (text: string, url: string) => string;
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const HTML: Style = {
  escape: escapeHtml,
  bold: (text) => `<b>${text}</b>`,
  italic: (text) => `<i>${text}</i>`,
  struck: (text) => `<s>${text}</s>`,
  code: (text) => `<code>${text}</code>`,
  block: (text) => `<pre>${text}</pre>`,
  link: (text, url) => `<a href="${escapeHtml(url).replaceAll('"', '&quot;')}">${text}</a>`,
};

const WHATSAPP: Style = {
  escape: (text) => text,
  bold: (text) => `*${text}*`,
  italic: (text) => `_${text}_`,
  struck: (text) => `~${text}~`,
  code: (text) => `\`${text}\``,
  block: (text) => `\`\`\`${text}\`\`\``,
  link: (text, url) => (text === url ? url : `${text}: ${url}`),
};

/** CommonMark as the few HTML elements that Telegram and MAX allow. */
export const toHtml = (markdown: string) => render(markdown, HTML);

/** CommonMark as WhatsApp formats text. */
export const toWhatsApp = (markdown: string) => render(markdown, WHATSAPP);

function render(markdown: string, style: Style) {
  return blocks(new Lexer().lex(markdown), style).trim();
}

function blocks(tokens: Token[], style: Style): string {
  return tokens.map((token) => block(token, style)).join('');
}

function block(token: Token, style: Style): string {
  switch (token.type) {
    case 'space':
      return '\n\n';
    case 'code':
      return style.block(style.escape(token.text));
    case 'heading':
      return `${style.bold(inline(token.tokens ?? [], style))}\n\n`;
    case 'blockquote':
      return blocks(token.tokens ?? [], style);
    case 'list':
      return token.items
        .map((item: { tokens: Token[] }, at: number) => {
          const mark = token.ordered ? `${Number(token.start || 1) + at}.` : '•';
          return `${mark} ${blocks(item.tokens, style).trim()}\n`;
        })
        .join('');
    case 'hr':
      return '———\n';
    case 'paragraph':
    case 'text':
      return 'tokens' in token && token.tokens ? inline(token.tokens, style) : style.escape(token.text);
    default:
      return style.escape(token.raw);
  }
}

function inline(tokens: Token[], style: Style): string {
  return tokens.map((token) => span(token, style)).join('');
}

function span(token: Token, style: Style): string {
  switch (token.type) {
    case 'strong':
      return style.bold(inline(token.tokens ?? [], style));
    case 'em':
      return style.italic(inline(token.tokens ?? [], style));
    case 'del':
      return style.struck(inline(token.tokens ?? [], style));
    case 'codespan':
      return style.code(style.escape(token.text));
    case 'link':
      return style.link(inline(token.tokens ?? [], style), token.href);
    case 'br':
      return '\n';
    case 'text':
    case 'escape':
      return style.escape(token.text);
    default:
      return style.escape(token.raw);
  }
}
