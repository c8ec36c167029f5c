import { api, exampleOf } from '@parley/contract';
import { version } from '../../infra/version.ts';
import { type Html, html } from '../html.ts';
import { curlFor, TOKEN_VARIABLE } from './curl.ts';
import { codeBlock, commandBlock, prettyJson, problemLink } from './parts.ts';

interface Chapter {
  id: string;
  title: string;
  text: Html;
  example?: Html;
}

/** What holds for every call. */
export function introduction(publicUrl: string): Chapter[] {
  return [
    start(publicUrl),
    authentication(publicUrl),
    idempotency(),
    pages(),
    limits(),
    errors(publicUrl),
    values(),
    versions(),
  ];
}

function start(publicUrl: string): Chapter {
  return {
    id: 'start',
    title: 'Start here',
    text: html`<p>The API speaks JSON over HTTP. Paths on this page continue the base address, and every example is a
command for a shell in which <code>${TOKEN_VARIABLE}</code> holds a <a href="#authentication">token</a>.</p>
<p>This is version ${version}. The same in a form for programs is <a href="/api/openapi.json">openapi.json</a>
(OpenAPI 3.1), from which clients and collections can be made.</p>`,
    example: codeBlock('Base address', `${publicUrl}/api`),
  };
}

function authentication(publicUrl: string): Chapter {
  return {
    id: 'authentication',
    title: 'Authentication',
    text: html`<p>A call carries a token in a header, never in its address: <code>Authorization: Bearer &lt;token&gt;</code>. A token belongs to one
widget and may do what its <a href="#scopes">scopes</a> say, and nothing else.</p>
<p>Owners and admins make tokens in the dashboard; whoever runs the server can make them on its command line. A token
is shown once. Its scopes can be changed later without making another.</p>
<p>A widget's API can be switched off as a whole. Its tokens are then refused with ${problemLink('api_disabled')}.</p>`,
    example: html`${commandBlock(
      'Make a token, where the server runs',
      'npm run --silent cli -- token create --widget 1 \\\n  --scopes contacts:read,contacts:write --name crm',
    )}${commandBlock('Use it', `export ${TOKEN_VARIABLE}=…\n\n${curlFor(api.service.whoAmI, publicUrl)}`)}`,
  };
}

function idempotency(): Chapter {
  return {
    id: 'idempotency',
    title: 'Idempotency keys',
    text: html`<p>A write can be repeated without being done twice. Give each a key of its own, a fresh UUID, in
<code>X-Service-Idempotency-Key</code>, and send the same key again when no answer arrived or the answer asks for another attempt.</p>
<p>A write that succeeded spends its key for 24 hours: after that it is refused with
${problemLink('idempotency_key_reused')}, whatever its body, and you read what was made. A write that was refused or failed
leaves the key free. Keys are 1 to 255 visible ASCII characters and belong to their token.</p>`,
    example: codeBlock('Header of a write', 'X-Service-Idempotency-Key: 5f0c2c1e-2f64-4a0c-9a55-0a6f6a2f7c11'),
  };
}

function pages(): Chapter {
  return {
    id: 'pages',
    title: 'Pages',
    text: html`<p>A list is answered in pages of <code>limit</code> items, 20 unless you say otherwise and 100 at most. To go on,
send <code>next_cursor</code> of one page as <code>cursor</code> of the next call, with the same filters. At the end it is
<code>null</code>.</p>
<p>A cursor has no meaning of its own and serves only the list it came from. What is added meanwhile shifts nothing:
no item is seen twice or passed over.</p>`,
    example: codeBlock('A page', prettyJson({ data: [], next_cursor: 'b1Zk0c…' })),
  };
}

function limits(): Chapter {
  return {
    id: 'rate-limits',
    title: 'Rate limits',
    text: html`<p>A token has 600 reads and 120 writes a minute, counted apart. A few routes have a limit of their own on top, for
the whole widget or account; they say so.</p>
<p>Past a limit the answer is ${problemLink('rate_limited')}, and <code>Retry-After</code> says how many seconds to wait.
Then repeat with the same idempotency key.</p>`,
    example: codeBlock(
      'Headers of an answer',
      'X-RateLimit-Limit: 600\nX-RateLimit-Remaining: 598\nX-RateLimit-Reset: 1777617060',
    ),
  };
}

function errors(publicUrl: string): Chapter {
  return {
    id: 'errors',
    title: 'Errors',
    text: html`<p>Every error has one form, <code>application/problem+json</code> of RFC 7807. Program against
<code>reason</code>: it stays. <code>type</code> is the address of a page about the problem, <code>detail</code> says what
happened this time, and <code>instance</code> names the request in the log of the server.</p>
<p>A request that is not valid names each field that is wrong in <code>errors</code>. A missing scope is named in
<code>required_scopes</code>. <a href="/api/problems">All problems</a> are listed with what to do about them.</p>`,
    example: codeBlock('422', prettyJson(exampleOf('validation_failed', publicUrl))),
  };
}

function values(): Chapter {
  return {
    id: 'values',
    title: 'Requests and answers',
    text: html`<ul class="points">
<li>A single object is answered as <code>{"data": {…}}</code>, and a read of one carries an <code>ETag</code>: send it as
<code>If-None-Match</code>, and what has not changed is a 304 without a body.</li>
<li>Times are ISO 8601 with an offset. A period is <code>from</code>, included, and <code>to</code>, not included; there a time
without an offset is in Moscow, and a bare date is its midnight.</li>
<li>A member that a call does not know is refused by name, never dropped. In a change, what is not sent stays as it is.</li>
<li>What belongs to another account is not found: ids of others can not be told from ids of nothing.</li>
<li>Bodies are JSON in UTF-8, up to 1 MiB. Where nothing in a body is required, it can be left out.</li>
<li>A file is sent as <code>multipart/form-data</code>, one in a call, as the member <code>file</code> with its filename, up to
10 MB (10,485,760 bytes). What it is, is told by its first bytes and not by its name.</li>
<li>What is read as a file is no JSON. A text is sent while it is made and has no <code>Content-Length</code>: where the
connection breaks off, it is not whole. A stored file is a 302 to an address that needs no token. Errors have the same
form there as everywhere.</li>
</ul>`,
  };
}

function versions(): Chapter {
  return {
    id: 'versions',
    title: 'Versions',
    text: html`<p>The version is in the path. Within <code>/v1</code> things are only added: members of answers, optional
parameters, routes, events. Ignore what you do not know.</p>
<p>What would break a client comes under <code>/v2</code>, and <code>/v1</code> goes on unchanged until the end of a period
that is announced beforehand.</p>`,
  };
}
