import { exampleOf, type ProblemCode, problemCodes, problems, problemsOf, slugOf } from '@parley/contract';
import { type Html, html } from '@parley/html';
import { problemsTable } from './catalogues.ts';
import { style } from './docs-page.ts';
import { type Document, jsonDocument, pageDocument } from './documents.ts';
import { groups } from './groups.ts';
import { brand, codeBlock, prettyJson, withCode } from './parts.ts';

interface Forms {
  page: Document;
  json: Document;
}

/** A page for each problem and one that lists them, each as HTML and JSON. */
export function problemDocuments(publicUrl: string): { list: Forms; bySlug: Map<string, Forms> } {
  const all = problemCodes.map((code) => describe(code, publicUrl));
  const list = html`<h1>Problems</h1>
<p class="lead">Every error of the API. Each has a page that says what to do.</p>
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

/** What the status alone means. */
const MEANINGS: Record<number, string> = {
  400: 'The request could not be parsed. Nothing was changed.',
  401: 'The caller is not authenticated. Nothing was changed.',
  403: 'The caller is not permitted to do this. Nothing was changed.',
  404: 'The object does not exist, or the caller may not see it.',
  405: 'The path exists but does not support this method.',
  408: 'The request did not arrive completely in time. Nothing was changed.',
  409: 'The request conflicts with the current state. Nothing was changed.',
  413: 'The body exceeds the limit. Nothing was changed.',
  414: 'The URL exceeds the limit. Nothing was changed.',
  415: "The body's media type is not supported. Nothing was changed.",
  422: 'The request was parsed, but a value is invalid. Nothing was changed.',
  429: 'The caller exceeded a rate limit. Nothing was changed.',
  431: 'The headers exceed the limit. Nothing was changed.',
  500: 'The server failed. A write with an idempotency key can be retried with the same key.',
  503: 'The server or its database is temporarily unavailable. A write can be retried with the same idempotency key.',
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
<h2>Example</h2>
${codeBlock('application/problem+json', prettyJson(example))}
<h2>Where it occurs</h2>
${places(reason)}
<p class="onward"><a href="/api/problems">All problems</a> <a href="/docs#errors">Errors in the reference</a></p>`;
}

const MOST_NAMED = 12;

/** The calls that have this problem, by name if they are few. */
function places(code: ProblemCode): Html {
  const all = groups.flatMap(({ routes }) => routes);
  const found = all.filter(({ route }) => problemsOf(route).includes(code));
  if (!found.length) return html`<p>Before the API call runs, or in the console.</p>`;
  if (found.length === all.length) return html`<p>In every API call.</p>`;
  if (found.length > MOST_NAMED) return html`<p>In ${found.length} of ${all.length} API calls.</p>`;
  return html`<ul class="points">${found.map(({ id, title }) => html`<li><a href="/docs#${id}">${title}</a></li>`)}</ul>`;
}

function problemPage(title: string, content: Html): Document {
  const body = html`<header class="bar">${brand}</header>
<main class="single">${content}</main>`;
  return pageDocument({ title: `${title} · Parley API`, style, body });
}
