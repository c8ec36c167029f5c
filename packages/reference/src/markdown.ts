import { type Html, html } from '@parley/html';

// The Markdown of descriptions: paragraphs, lists, code, emphasis, and links within this server.

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([/#][^)\s]*)\)/g;

/** A line of text. */
export function inline(text: string): Html {
  const pieces: Html[] = [];
  let end = 0;
  for (const { 0: whole, 1: code, 2: strong, 3: label, 4: address, index } of text.matchAll(INLINE)) {
    pieces.push(html`${text.slice(end, index)}`);
    if (code) pieces.push(html`<code>${code}</code>`);
    else if (strong) pieces.push(html`<strong>${strong}</strong>`);
    else pieces.push(html`<a href="${onThisPage(address ?? '')}">${inline(label ?? '')}</a>`);
    end = index + whole.length;
  }
  return html`${pieces}${text.slice(end)}`;
}

const onThisPage = (address: string) => address.replace(/^\/docs(?=#)/, '');

/** Paragraphs and lists, separated by empty lines. */
export function markdown(text: string): Html[] {
  return text.split(/\n{2,}/).map((block) => {
    const items = block.split(/^- /m);
    if (items.length === 1) return html`<p>${inline(block)}</p>`;
    const [before, ...listed] = items;
    return html`${before?.trim() && html`<p>${inline(before.trim())}</p>`}
<ul class="points">${listed.map((item) => html`<li>${inline(item.trim())}</li>`)}</ul>`;
  });
}
