import { readFileSync } from 'node:fs';
import { type Html, html, mark, type Piece, trusted } from '@parley/html';
import { join, type Member } from './members.ts';
import type { Problem } from './problem.ts';
import { anchor } from './titles.ts';

const readAsset = (name: string) => readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8');

/** The style of every page. */
export const style = `${readAsset('reference.css')}${readAsset('reference-layout.css')}${readAsset('guides.css')}`;

/** The script of pages with contents. */
export const script = `${readAsset('reference.js')}${readAsset('search.js')}`;

const DOORS = [
  { name: 'guides', url: '/docs/guides', title: 'Guides' },
  { name: 'reference', url: '/docs', title: 'API reference' },
];

/** The top of every page: the way to guides and reference, and the contents of the one being read. */
export function header(current?: 'guides' | 'reference', contents?: Html): Html {
  return html`<header class="bar"><a class="brand" href="/docs"><span aria-hidden="true">${trusted(mark)}</span><span>Parley <span class="quiet">docs</span></span></a>
<ul class="doors">${DOORS.map(
    ({ name, url, title }) =>
      html`<li><a href="${url}"${name === current && trusted(' aria-current="true"')}>${title}</a></li>`,
  )}</ul>
${contents}
</header>`;
}

/** Code with a caption. */
export function codeBlock(label: string, text: Piece): Html {
  return html`<figure class="code"><figcaption>${label}</figcaption><pre><code>${text}</code></pre></figure>`;
}

/** A shell command with a caption. */
export function commandBlock(label: string, text: Piece): Html {
  return html`<figure class="code"><figcaption>${label}</figcaption><pre class="command"><code>${text}</code></pre></figure>`;
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null|-?\d+(?:\.\d+)?)\b/g;

/** JSON with syntax highlighting. */
export function prettyJson(value: unknown): Html {
  const text = JSON.stringify(value, null, 2);
  const pieces: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, quoted, colon] = match;
    pieces.push(html`${text.slice(end, match.index)}`);
    if (colon) pieces.push(html`<span class="key">${quoted}</span>${colon}`);
    else pieces.push(html`<span class="${quoted ? 'text' : 'value'}">${whole}</span>`);
    end = match.index + whole.length;
  }
  return html`${pieces}${text.slice(end)}`;
}

export function memberTable(caption: string, members: Member[]): Html {
  return html`<table class="members">
<caption>${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Value</th></tr></thead>
<tbody>${members.map(memberRow)}</tbody>
</table>`;
}

function memberRow({ name, type, isRequired, description, ...member }: Member) {
  const notes = member.example ? [...member.notes, html`for example ${member.example}`] : member.notes;
  return html`
<tr><th scope="row"><code>${breakable(name)}</code>${isRequired && html` <span class="required">required</span>`}</th>
<td><span class="type">${type}</span>${description && html`<span class="about">${description}</span>`}${notes.length > 0 && html`<span class="notes">${join(notes, '; ')}</span>`}</td></tr>`;
}

/** Allows line breaks between the parts of a long name. */
export function breakable(text: string): Html {
  return html`${text.split(/(?<=[/._[\]:])/).map((part, index) => (index ? html`<wbr>${part}` : part))}`;
}

export function problemLink({ code, slug, status }: Problem): Html {
  return html`<a class="problem" href="/api/problems/${slug}"><span class="status">${status}</span> ${breakable(code)}</a>`;
}

export function scopeLink(scope: string): Html {
  return html`<a href="#${anchor('scope', scope)}"><code>${breakable(scope)}</code></a>`;
}

/** Sets the names of members and headers in a sentence as code. */
export function withCode(text: string): Html {
  const parts = text.split(/(\b(?:[a-z]+(?:_[a-z]+)+|X-[A-Za-z-]+|Retry-After|PUBLIC_URL)\b)/);
  return html`${parts.map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))}`;
}
