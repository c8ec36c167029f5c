import { type ProblemCode, problems, problemsOf, type Reply, type Route, resourceName } from '@parley/contract';
import { type Html, html } from '@parley/html';
import { curlFor, uploadCurlFor } from './curl.ts';
import { join, membersOf, ruleWords, typeWords } from './members.ts';
import { anchor } from './names.ts';
import { breakable, codeBlock, commandBlock, memberTable, prettyJson, problemLink, scopeLink } from './parts.ts';
import { sampleReply } from './samples.ts';
import { readSchema } from './schemas.ts';

interface Shown {
  id: string;
  title: string;
  route: Route;
  publicUrl: string;
  /** Problems that all calls of this kind have. */
  usual: Set<ProblemCode>;
}

/** One call: description on one side, example on the other. */
export function routeSection({ id, title, route, publicUrl, usual }: Shown): Html {
  const { method, path, summary } = route;
  const withFile = uploadCurlFor(route, publicUrl);
  return html`
<article class="split" id="${id}" aria-labelledby="${id}-title">
<div class="prose">
<h3 id="${id}-title"><a href="#${id}">${title}</a></h3>
<p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${breakable(path)}</code></p>
<p>${summary}.</p>
${facts(route)}
${inputTables(route)}
<h4>Response</h4>
${Object.entries(route.replies).map(([status, reply]) => html`<p>${answerWords(Number(status), reply)}</p>`)}
<h4>Problems</h4>
${problemLists(route, usual)}
</div>
<div class="example">
${commandBlock(`${method} ${path}`, curlFor(route, publicUrl))}
${withFile && commandBlock('With a file', withFile)}
${Object.entries(route.replies).map(([status, reply]) => replyExample(status, reply))}
</div>
</article>`;
}

function facts({ scopes, auth, key, cap, purges }: Route) {
  const scopeWords = scopes.length ? join(scopes.map(scopeLink), ' or ') : html`any token`;
  return html`<dl class="facts">
<div><dt>Scope</dt><dd>${auth === 'none' ? 'no token needed' : scopeWords}</dd></div>
${key && html`<div><dt><a href="#idempotency">Idempotency key</a></dt><dd>${key}</dd></div>`}
${cap && html`<div><dt>Additional limit</dt><dd>${cap.limit} calls in ${cap.seconds} s per ${cap.per}</dd></div>`}
${purges && html`<div><dt>Takes effect immediately</dt><dd>in ${purges === 'widget' ? 'the widget' : 'every widget of the account'}</dd></div>`}
</dl>`;
}

function inputTables(route: Route) {
  const { params, query, body, upload } = route;
  return [
    inputTable('Path', params),
    inputTable('Query', query),
    inputTable('Body', body),
    upload && fileTable(body ? 'Form, instead of the body' : 'Form'),
  ];
}

function inputTable(title: string, given: Route['body']) {
  if (!given) return undefined;
  const schema = readSchema(given);
  const members = membersOf(schema);
  const rules = ruleWords(schema);
  return html`${members.length > 0 && memberTable(title, members)}
${schema.minProperties !== undefined && html`<p class="aside">At least one is required.</p>`}
${rules.length > 0 && html`<ul class="points aside">${rules.map((rule) => html`<li>${rule}</li>`)}</ul>`}`;
}

/** Files are the only input that is not JSON. */
function fileTable(title: string) {
  const notes = [html`<code>multipart/form-data</code>`, html`with its filename`, html`up to 10 MB`];
  return memberTable(title, [{ name: 'file', type: 'file', isRequired: true, notes }]);
}

const WORDS = {
  none: 'without a body',
  plain: 'with plain text',
  text: 'with a text file in UTF-8. It is streamed without a Content-Length: a broken connection leaves it incomplete',
  redirect: 'with the URL in Location. It needs no token, and clients that follow redirects get the file directly',
};

function answerWords(status: number, reply: Reply): Html {
  const code = html`<strong>${status}</strong>`;
  if (!('item' in reply)) return html`${code} ${WORDS[reply.shape]}.`;
  const name = resourceName(reply.item);
  const item = name
    ? html`<a href="#${anchor('object', name)}"><code>${name}</code></a>`
    : typeWords(readSchema(reply.item));
  if (reply.shape === 'page') return html`${code} with a <a href="#pages">page</a> of ${item}.`;
  return html`${code} with ${item}${reply.shape === 'one' && html` in <code>data</code>`}.`;
}

function replyExample(status: string, reply: Reply) {
  if (!('item' in reply)) return undefined;
  return html`<details><summary>Response ${status}</summary>${codeBlock(`Response ${status}`, prettyJson(sampleReply(reply)))}</details>`;
}

function problemLists(route: Route, usual: Set<ProblemCode>) {
  const all = problemsOf(route).toSorted((a, b) => problems[a].status - problems[b].status);
  const own = all.filter((code) => !usual.has(code));
  const others = all.filter((code) => usual.has(code));
  const list = (codes: ProblemCode[]) =>
    html`<ul class="problems">${codes.map((code) => html`<li>${problemLink(code)}</li>`)}</ul>`;
  return html`${own.length > 0 && list(own)}
<details><summary>${own.length > 0 && 'and '}${others.length} common to all ${route.method === 'GET' ? 'reads' : 'writes'}</summary>${list(others)}</details>`;
}
