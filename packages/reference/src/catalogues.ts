import { type Html, html } from '@parley/html';
import { markdown } from './markdown.ts';
import { join, membersOf, shownBeside } from './members.ts';
import { breakable, codeBlock, memberTable, prettyJson, problemLink, scopeLink } from './parts.ts';
import { byStatus, type Problems } from './problem.ts';
import type { Event, Reference, Scope } from './reference.ts';
import { sample } from './samples.ts';
import type { Schema } from './schemas.ts';
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

/** Every request that the platform makes to an integration. */
export function eventsSection({ events }: Reference): Html {
  return html`
<section id="event-types" aria-labelledby="event-types-title">
<h2 id="event-types-title"><a href="#event-types">Event types</a></h2>
<div class="prose"><p>Requests to your URL: of a <a href="#webhooks-create">webhook subscription</a> for each event it names, of a
<a href="#channels-create">custom channel</a> for each reply. An event carries ids and enumerations, never message texts: read the
rest through the API. Names and meanings are stable. Events may arrive twice and out of order: deduplicate by <code>id</code>.</p></div>
${events.map(eventSection)}
</section>`;
}

function eventSection({ id, name, trigger, description, headers, body }: Event) {
  const sent = membersOf(headers).map(shownBeside);
  return html`
<article class="split" id="${id}" aria-labelledby="${id}-title">
<div class="prose">
<h3 id="${id}-title"><a href="#${id}"><code>${breakable(name)}</code></a></h3>
<p>${trigger}.</p>
${markdown(description)}
${memberTable('Body', membersOf(body).map(shownBeside))}
<details><summary>Headers</summary>${memberTable('Headers', sent)}</details>
</div>
<div class="example">${codeBlock(
    'Request',
    html`${headerLines(headers)}

${prettyJson(sample(body))}`,
  )}</div>
</article>`;
}

function headerLines({ properties = {} }: Schema) {
  return Object.entries(properties)
    .map(([name, { const: value, examples }]) => `${name}: ${value ?? examples?.[0]}`)
    .join('\n');
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
