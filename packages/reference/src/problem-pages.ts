import { type Html, html, type Page, page } from '@parley/html';
import { problemsTable } from './catalogues.ts';
import type { OpenApi } from './document.ts';
import type { Guide } from './guides/guide.ts';
import { guideLinks } from './guides/guide-pages.ts';
import { codeBlock, header, prettyJson, style, withCode } from './parts.ts';
import type { Problem } from './problem.ts';
import { type Group, readReference } from './reference.ts';

interface Forms {
  page: Page;
  json: unknown;
}

/** A page for each problem and one that lists them, each as HTML and JSON. */
export function renderProblems(document: OpenApi, guides: Guide[] = []): { list: Forms; bySlug: Map<string, Forms> } {
  const { problems, groups } = readReference(document);
  const described = [...problems.values()].map((problem) => ({ problem, json: describe(problem) }));
  const list = html`<h1>Problems</h1>
<p class="lead">Every error of the API. Each has a page that says what to do.</p>
${problemsTable(problems)}`;
  return {
    list: {
      page: problemPage('Problems', list),
      json: { data: described.map(({ json }) => json), next_cursor: null },
    },
    bySlug: new Map(
      described.map(({ problem, json }) => [
        problem.slug,
        { page: problemPage(problem.title, explain(json, groups, guides)), json: { data: json } },
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

function describe({ code, status, title, help, example }: Problem) {
  return { type: example.type, reason: code, status, title, meaning: MEANINGS[status] ?? title, help, example };
}

type Description = ReturnType<typeof describe>;

function explain(description: Description, groups: Group[], guides: Guide[]): Html {
  const { status, reason, title, meaning, help, example } = description;
  return html`<p class="kicker">${status} ${reason}</p>
<h1>${title}</h1>
<p class="lead">${meaning}</p>
<h2>What to do</h2>
<p>${withCode(help)}</p>
<h2>Example</h2>
${codeBlock('application/problem+json', prettyJson(example))}
<h2>Where it occurs</h2>
${places(reason, groups, guides)}
<p class="onward"><a href="/api/problems">All problems</a> <a href="/docs#errors">Errors in the reference</a></p>`;
}

const MAX_LISTED = 12;

/** The calls that have this problem, by name if they are few. */
function places(reason: string, groups: Group[], guides: Guide[]): Html {
  const all = groups.flatMap(({ operations }) => operations);
  const found = all.filter(({ problems }) => problems.some(({ code }) => code === reason));
  if (!found.length) return html`<p>Before the API call runs, or in the console.</p>`;
  if (found.length === all.length) return html`<p>In every API call.</p>`;
  if (found.length > MAX_LISTED) return html`<p>In ${found.length} of ${all.length} API calls.</p>`;
  const tags = [...new Set(found.map(({ tag }) => tag))];
  return html`<ul class="points">${found.map(({ id, title }) => html`<li><a href="/docs#${id}">${title}</a></li>`)}</ul>
${guideLinks(guides, tags)}`;
}

function problemPage(title: string, content: Html): Page {
  const body = html`${header()}
<main class="single">${content}</main>`;
  return page({ title: `${title} · Parley API`, style, body });
}
