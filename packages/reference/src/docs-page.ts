import { type Html, html, type Page, type Piece, page } from '@parley/html';
import { eventsSection, problemsTable, scopesSection } from './catalogues.ts';
import type { OpenApi } from './document.ts';
import { groupSections } from './groups.ts';
import type { Guide } from './guides/guide.ts';
import { introduction } from './introduction.ts';
import { header, script, style } from './parts.ts';
import { type Group, readReference } from './reference.ts';

interface Place {
  id: string;
  title: string;
}

/** The whole reference on one page, to be searched and printed. */
export function renderDocs(document: OpenApi, guides: Guide[] = []): Page {
  const reference = readReference(document);
  const chapters = introduction(reference);
  const body = html`<a class="skip" href="#content">Skip to content</a>
${header('reference', contents(chapters, reference.groups))}
<main id="content" tabindex="-1">
<h1>API reference</h1>
${chapters.map(
  ({ id, title, text, example }) => html`
<section class="split" id="${id}" aria-labelledby="${id}-title">
<div class="prose"><h2 id="${id}-title"><a href="#${id}">${title}</a></h2>${text}</div>
${example && html`<div class="example">${example}</div>`}
</section>`,
)}
${scopesSection(reference)}
${groupSections(reference, guides)}
${eventsSection(reference)}
<section id="problem-list" aria-labelledby="problem-list-title">
<h2 id="problem-list-title"><a href="#problem-list">Problems</a></h2>
<div class="prose">${problemsTable(reference.problems)}</div>
</section>
</main>`;
  return page({ title: 'Parley API reference', style, script, body, fetches: true });
}

function contents(chapters: Place[], groups: Group[]): Html {
  const scopes = { id: 'scopes', title: 'Scopes' };
  const catalogues = [
    { id: 'event-types', title: 'Event types' },
    { id: 'problem-list', title: 'Problems' },
  ];
  return html`<details class="contents"><summary>Contents</summary>
<nav aria-label="Contents"><ul>
${contentsGroup(html`<span>Basics</span>`, [...chapters, scopes])}
${groups.map((group) => contentsGroup(link(group), group.operations))}
${contentsGroup(html`<span>Catalogues</span>`, catalogues)}
</ul></nav></details>`;
}

function contentsGroup(title: Piece, places: Place[]): Html {
  return html`<li class="group">${title}<ul>${places.map((place) => html`<li>${link(place)}</li>`)}</ul></li>`;
}

function link({ id, title }: Place): Html {
  return html`<a href="#${id}">${title}</a>`;
}
