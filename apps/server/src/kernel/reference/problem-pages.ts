import { exampleOf, type ProblemCode, problemCodes, problems, problemsOf, slugOf } from '@parley/contract';
import { type Html, html } from '../html.ts';
import { problemsTable } from './catalogues.ts';
import { style } from './docs-page.ts';
import { type Document, jsonDocument, pageDocument } from './documents.ts';
import { groups } from './groups.ts';
import { brand, codeBlock, prettyJson, withCode } from './parts.ts';

interface Forms {
  page: Document;
  json: Document;
}

/** A page for each problem and one that lists them, each for people and for programs. */
export function problemDocuments(publicUrl: string): { list: Forms; bySlug: Map<string, Forms> } {
  const all = problemCodes.map((code) => describe(code, publicUrl));
  const list = html`<h1>Problems</h1>
<p class="lead">Everything that a call can be refused with. Each has a page that says what to do.</p>
${problemsTable()}`;
  return {
    list: {
      page: problemPage('Problems', list),
      json: jsonDocument({ data: all, next_cursor: null }),
    },
    bySlug: new Map(
      all.map((each) => [
        slugOf(each.reason),
        { page: problemPage(each.title, explain(each)), json: jsonDocument({ data: each }) },
      ]),
    ),
  };
}

/** What the caller learns from the status alone. */
const MEANINGS: Record<number, string> = {
  400: 'The request could not be read as what it should be. Nothing was done.',
  401: 'The server does not know who is calling. Nothing was done.',
  403: 'The caller is known and may not do this. Nothing was done.',
  404: 'There is nothing here, or nothing that this caller may know of.',
  405: 'There is something at this address, and it can not be used with this method.',
  408: 'The request did not arrive whole in time. Nothing was done.',
  409: 'The request contradicts something that has happened already. Nothing was done this time.',
  413: 'More was sent than is read. Nothing was done.',
  414: 'More was sent in the address than is read. Nothing was done.',
  415: 'What was sent is in a form that is not read here. Nothing was done.',
  422: 'The request was read and understood, and can not be done as it is. Nothing was done.',
  429: 'The caller has called more often than agreed. Nothing was done.',
  431: 'More was sent in headers than is read. Nothing was done.',
  500: 'The server failed. A write that carried an idempotency key can be repeated with it.',
  503: 'The server, or something it needs, is away for a moment. A write can be repeated with its idempotency key.',
};

function describe(code: ProblemCode, publicUrl: string) {
  const { status, title, help } = problems[code];
  const example = exampleOf(code, publicUrl);
  return { type: example.type, reason: code, status, title, meaning: MEANINGS[status] ?? title, help, example };
}

function explain({ status, reason, title, meaning, help, example }: ReturnType<typeof describe>): Html {
  return html`<p class="kicker">${status} ${reason}</p>
<h1>${title}</h1>
<p class="lead">${meaning}</p>
<h2>What to do</h2>
<p>${withCode(help)}</p>
<h2>How it looks</h2>
${codeBlock('application/problem+json', prettyJson(example))}
<h2>Where it is met</h2>
${places(reason)}
<p class="onward"><a href="/api/problems">All problems</a> <a href="/docs#errors">Errors in the reference</a></p>`;
}

const MOST_NAMED = 12;

/** The calls that can be answered with it, by name while they are few. */
function places(code: ProblemCode): Html {
  const all = groups.flatMap(({ routes }) => routes);
  const found = all.filter(({ route }) => problemsOf(route).includes(code));
  if (!found.length) return html`<p>Before a call of the API is reached, or in the dashboard.</p>`;
  if (found.length === all.length) return html`<p>In every call of the API.</p>`;
  if (found.length > MOST_NAMED) return html`<p>In ${found.length} of the ${all.length} calls of the API.</p>`;
  return html`<ul class="points">${found.map(({ id, title }) => html`<li><a href="/docs#${id}">${title}</a></li>`)}</ul>`;
}

function problemPage(title: string, content: Html): Document {
  const body = html`<header class="bar">${brand}</header>
<main class="single">${content}</main>`;
  return pageDocument({ title: `${title} · Parley API`, style, body });
}
