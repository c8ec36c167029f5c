import { type Html, html } from '@parley/html';
import { curlFor, uploadCurlFor } from './curl.ts';
import { inline, markdown } from './markdown.ts';
import { join, membersOf, ruleWords, typeWords } from './members.ts';
import type { Operation, Reply } from './operation.ts';
import { breakable, codeBlock, commandBlock, memberTable, prettyJson, problemLink, scopeLink } from './parts.ts';
import type { Problem } from './problem.ts';
import { sampleReply } from './samples.ts';
import type { Schema } from './schemas.ts';
import { anchor } from './titles.ts';

interface Section {
  operation: Operation;
  /** Codes of the problems that all calls of this kind have. */
  common: Set<string>;
}

/** One call: description on one side, example on the other. */
export function operationSection({ operation, common }: Section): Html {
  const { id, title, method, path, summary, description, replies } = operation;
  const withFile = uploadCurlFor(operation);
  return html`
<article class="split" id="${id}" aria-labelledby="${id}-title">
<div class="prose">
<h3 id="${id}-title"><a href="#${id}">${title}</a></h3>
<p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${breakable(path)}</code></p>
<p>${inline(summary)}.</p>
${description && markdown(description)}
${facts(operation)}
${inputTables(operation)}
<h4>Response</h4>
${replies.map((reply) => html`<p>${answerWords(reply)}</p>`)}
<h4>Problems</h4>
${problemLists(operation, common)}
</div>
<div class="example">
${commandBlock(`${method} ${path}`, curlFor(operation))}
${withFile && commandBlock('With a file', withFile)}
${replies.map(replyExample)}
</div>
</article>`;
}

function facts({ credential, scopes, key, cap, purges, since }: Operation) {
  return html`<dl class="facts">
${credentialFact(credential, scopes)}
${key && html`<div><dt><a href="#idempotency">Idempotency key</a></dt><dd>${key}</dd></div>`}
${cap && html`<div><dt>Additional limit</dt><dd>${cap.limit} calls in ${cap.seconds} s per ${cap.per}</dd></div>`}
${purges && html`<div><dt>Takes effect immediately</dt><dd>in ${purges === 'widget' ? 'the widget' : 'every widget of the account'}</dd></div>`}
${since && html`<div><dt>Since</dt><dd>${since}</dd></div>`}
</dl>`;
}

function credentialFact(credential: Operation['credential'], scopes: string[] | undefined) {
  if (credential === 'visitor') return html`<div><dt>Visitor token</dt><dd>required</dd></div>`;
  if (credential === 'optional visitor') return html`<div><dt>Visitor token</dt><dd>optional</dd></div>`;
  return html`<div><dt>Scope</dt><dd>${scopes ? scopeWords(scopes) : 'none'}</dd></div>`;
}

const scopeWords = (scopes: string[]) => (scopes.length ? join(scopes.map(scopeLink), ' or ') : 'any token');

function inputTables({ params, query, body, takesFile }: Operation) {
  return [
    inputTable('Path', params),
    inputTable('Query', query),
    inputTable('Body', body),
    takesFile && fileTable(body ? 'Form, instead of the body' : 'Form'),
  ];
}

function inputTable(title: string, schema: Schema | undefined) {
  if (!schema) return undefined;
  const members = membersOf(schema);
  const rules = ruleWords(schema);
  return html`${members.length > 0 && memberTable(title, members)}
${schema.minProperties !== undefined && html`<p class="aside">At least one is required.</p>`}
${rules.length > 0 && html`<ul class="points aside">${rules.map((rule) => html`<li>${rule}</li>`)}</ul>`}`;
}

/** Files are the only input that is not JSON. */
function fileTable(title: string) {
  const notes = [html`<code>multipart/form-data</code>`, html`with its filename`, html`up to 10 MB`];
  return memberTable(title, [{ name: 'file', type: 'file', isRequired: true, description: undefined, notes }]);
}

const WORDS = {
  none: 'without a body',
  plain: 'with plain text',
  text: 'with a text file in UTF-8. It is streamed without a Content-Length: a broken connection leaves it incomplete',
  redirect: 'with the URL in Location. It needs no token, and clients that follow redirects get the file directly',
};

function answerWords(reply: Reply): Html {
  const code = html`<strong>${reply.status}</strong>`;
  if (!('item' in reply)) return html`${code} ${WORDS[reply.shape]}.`;
  const name = reply.item.title;
  const item = name ? html`<a href="#${anchor('object', name)}"><code>${name}</code></a>` : typeWords(reply.item);
  if (reply.shape === 'page') return html`${code} with a <a href="#pages">page</a> of ${item}.`;
  return html`${code} with ${item}${reply.shape === 'one' && html` in <code>data</code>`}.`;
}

function replyExample(reply: Reply) {
  if (!('item' in reply)) return undefined;
  const label = `Response ${reply.status}`;
  return html`<details><summary>${label}</summary>${codeBlock(label, prettyJson(sampleReply(reply)))}</details>`;
}

function problemLists({ method, problems }: Operation, common: Set<string>) {
  const own = problems.filter(({ code }) => !common.has(code));
  const others = problems.filter(({ code }) => common.has(code));
  const list = (listed: Problem[]) =>
    html`<ul class="problems">${listed.map((each) => html`<li>${problemLink(each)}</li>`)}</ul>`;
  return html`${own.length > 0 && list(own)}
<details><summary>${own.length > 0 && 'and '}${others.length} common to all ${method === 'GET' ? 'reads' : 'writes'}</summary>${list(others)}</details>`;
}
