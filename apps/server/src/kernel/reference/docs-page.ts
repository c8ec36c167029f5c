import { readFileSync } from 'node:fs';
import { type Html, html, type Piece } from '@parley/html';
import { eventsSection, problemsTable, scopesSection } from './catalogues.ts';
import { groupSections, groups } from './groups.ts';
import { introduction } from './introduction.ts';
import { brand } from './parts.ts';

const readAsset = (name: string) => readFileSync(new URL(`../../../assets/${name}`, import.meta.url), 'utf8');

export const style = `${readAsset('reference.css')}${readAsset('reference-layout.css')}`;
const script = readAsset('reference.js');

interface Place {
  id: string;
  title: string;
}

/** The whole reference on one page, to be searched and printed. */
export function docsPage(publicUrl: string) {
  const chapters = introduction(publicUrl);
  const body = html`<a class="skip" href="#content">Skip to content</a>
<header class="bar">${brand}
${contents(chapters)}
</header>
<main id="content" tabindex="-1">
<h1>API reference</h1>
${chapters.map(
  ({ id, title, text, example }) => html`
<section class="split" id="${id}" aria-labelledby="${id}-title">
<div class="prose"><h2 id="${id}-title"><a href="#${id}">${title}</a></h2>${text}</div>
${example && html`<div class="example">${example}</div>`}
</section>`,
)}
${scopesSection()}
${groupSections(publicUrl)}
${eventsSection()}
<section id="problem-list" aria-labelledby="problem-list-title">
<h2 id="problem-list-title"><a href="#problem-list">Problems</a></h2>
<div class="prose">${problemsTable()}</div>
</section>
</main>`;
  return { title: 'Parley API reference', style, script, body };
}

function contents(chapters: Place[]): Html {
  const scopes = { id: 'scopes', title: 'Scopes' };
  const catalogues = [
    { id: 'event-types', title: 'Event types' },
    { id: 'problem-list', title: 'Problems' },
  ];
  return html`<details class="contents"><summary>Contents</summary>
<nav aria-label="Contents"><ul>
${contentsGroup(html`<span>Basics</span>`, [...chapters, scopes])}
${groups.map((group) => contentsGroup(link(group), group.routes))}
${contentsGroup(html`<span>Catalogues</span>`, catalogues)}
</ul></nav></details>`;
}

function contentsGroup(title: Piece, places: Place[]): Html {
  return html`<li class="group">${title}<ul>${places.map((place) => html`<li>${link(place)}</li>`)}</ul></li>`;
}

function link({ id, title }: Place): Html {
  return html`<a href="#${id}">${title}</a>`;
}
