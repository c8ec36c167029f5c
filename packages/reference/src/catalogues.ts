import { type Html, html } from '@parley/html';
import { join, membersOf } from './members.ts';
import { breakable, codeBlock, prettyJson, problemLink, scopeLink } from './parts.ts';
import { byStatus, type Problems } from './problem.ts';
import type { Reference, Scope } from './reference.ts';
import { sample } from './samples.ts';
import { anchor } from './titles.ts';

/** Every scope. */
export function scopesSection({ scopes, presets }: Reference): Html {
  return html`
<section id="scopes" aria-labelledby="scopes-title">
<h2 id="scopes-title"><a href="#scopes">Scopes</a></h2>
<div class="prose">
<p>A call needs the scope of its route; if a route names several, any one is sufficient. Scopes marked
<span class="mark sensitive">sensitive</span> write as a person, add agents or handle credentials: grant them with care.</p>
<table class="catalogue"><caption class="hidden">Scopes</caption>
<thead><tr><th scope="col">Scope</th><th scope="col">Allows to</th></tr></thead>
<tbody>${scopes.map(scopeRow)}</tbody></table>
<h3 id="presets">Presets</h3>
<p>Sets of scopes for common integrations.</p>
<table class="catalogue"><caption class="hidden">Presets</caption>
<thead><tr><th scope="col">Preset</th><th scope="col">Scopes</th></tr></thead>
<tbody>${presets.map(
    (preset) => html`
<tr><th scope="row"><code>${preset.name}</code></th><td>${join(preset.scopes.map(scopeLink))}</td></tr>`,
  )}</tbody></table>
</div>
</section>`;
}

function scopeRow({ name, grants, marks }: Scope) {
  return html`
<tr id="${anchor('scope', name)}"><th scope="row"><code>${breakable(name)}</code></th>
<td>${grants}${marks.map(scopeMark)}</td></tr>`;
}

function scopeMark(mark: string) {
  return html` <span class="mark${mark === 'sensitive' && ' sensitive'}">${mark}</span>`;
}

const EXAMPLE_EVENT = 'client.created';

/** Every event. */
export function eventsSection({ events }: Reference): Html {
  const { data = {} } = events.find(({ name }) => name === EXAMPLE_EVENT) ?? {};
  const example = { id: 'evt_4f1d2c7a9be84c0f', type: EXAMPLE_EVENT, data: sample(data) };
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
<tbody>${events.map(
    ({ name, trigger, data }) => html`
<tr><th scope="row"><code>${breakable(name)}</code></th><td>${trigger}
<span class="notes">${join(membersOf(data).map((member) => html`<code>${member.name}</code>`))}</span></td></tr>`,
  )}</tbody></table></div>
</section>`;
}

/** Every problem with its title. */
export function problemsTable(problems: Problems): Html {
  const sorted = [...problems.values()].toSorted(byStatus);
  return html`<table class="catalogue"><caption class="hidden">Problems</caption>
<thead><tr><th scope="col">Problem</th><th scope="col">Meaning</th></tr></thead>
<tbody>${sorted.map(
    (problem) => html`
<tr><th scope="row">${problemLink(problem)}</th><td>${problem.title}</td></tr>`,
  )}</tbody></table>`;
}
