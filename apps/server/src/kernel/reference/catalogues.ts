import { describeScope, events, presets, problemCodes, problems, type Scope, scopeNames } from '@parley/contract';
import { type Html, html } from '@parley/html';
import { join, membersOf } from './members.ts';
import { anchor } from './names.ts';
import { breakable, codeBlock, prettyJson, problemLink, scopeLink } from './parts.ts';
import { sample } from './samples.ts';
import { readSchema } from './schemas.ts';

/** Every scope. */
export function scopesSection(): Html {
  return html`
<section id="scopes" aria-labelledby="scopes-title">
<h2 id="scopes-title"><a href="#scopes">Scopes</a></h2>
<div class="prose">
<p>A call needs the scope of its route; if a route names several, any one is sufficient. Scopes marked
<span class="mark sensitive">sensitive</span> write as a person, add agents or handle credentials: grant them with care.</p>
<table class="catalogue"><caption class="hidden">Scopes</caption>
<thead><tr><th scope="col">Scope</th><th scope="col">Allows to</th></tr></thead>
<tbody>${scopeNames.map(scopeRow)}</tbody></table>
<h3 id="presets">Presets</h3>
<p>Sets of scopes for common integrations.</p>
<table class="catalogue"><caption class="hidden">Presets</caption>
<thead><tr><th scope="col">Preset</th><th scope="col">Scopes</th></tr></thead>
<tbody>${Object.entries<readonly string[]>(presets).map(
    ([name, scopes]) => html`
<tr><th scope="row"><code>${name}</code></th><td>${join(scopes.map(scopeLink))}</td></tr>`,
  )}</tbody></table>
</div>
</section>`;
}

function scopeRow(scope: Scope) {
  const { grants, sensitive, kind } = describeScope(scope);
  return html`
<tr id="${anchor('scope', scope)}"><th scope="row"><code>${breakable(scope)}</code></th>
<td>${grants}${sensitive && html` <span class="mark sensitive">sensitive</span>`}${kind && html` <span class="mark">${kind}</span>`}</td></tr>`;
}

/** Every event. */
export function eventsSection(): Html {
  const example = {
    id: 'evt_4f1d2c7a9be84c0f',
    type: 'client.created',
    data: sample(readSchema(events.clientCreated.data)),
  };
  return html`
<section id="event-types" aria-labelledby="event-types-title">
<h2 id="event-types-title"><a href="#event-types">Event types</a></h2>
<div class="split">
<div class="prose"><p>An event carries ids and enumerations, never message texts: read the
rest through the API. Names and meanings are stable. Events may arrive twice and out of order: deduplicate by <code>id</code>.</p></div>
<div class="example">${codeBlock('An event', prettyJson(example))}</div>
</div>
<div class="prose"><table class="catalogue"><caption class="hidden">Events</caption>
<thead><tr><th scope="col">Event</th><th scope="col">Trigger and data</th></tr></thead>
<tbody>${Object.values(events).map(
    ({ name, trigger, data }) => html`
<tr><th scope="row"><code>${breakable(name)}</code></th><td>${trigger}
<span class="notes">${join(
      membersOf(readSchema(data)).map((member) => html`<code>${member.name}</code>`),
    )}</span></td></tr>`,
  )}</tbody></table></div>
</section>`;
}

/** Every problem with its title. */
export function problemsTable(): Html {
  const sorted = problemCodes.toSorted((a, b) => problems[a].status - problems[b].status);
  return html`<table class="catalogue"><caption class="hidden">Problems</caption>
<thead><tr><th scope="col">Problem</th><th scope="col">Meaning</th></tr></thead>
<tbody>${sorted.map(
    (code) => html`
<tr><th scope="row">${problemLink(code)}</th><td>${problems[code].title}</td></tr>`,
  )}</tbody></table>`;
}
