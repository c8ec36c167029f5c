import { type Html, html } from '@parley/html';
import { curlFor, TOKEN_VARIABLE } from './curl.ts';
import { codeBlock, commandBlock, prettyJson, problemLink } from './parts.ts';
import { getProblem, type Problems } from './problem.ts';
import { getOperation, type Reference } from './reference.ts';

interface Chapter {
  id: string;
  title: string;
  text: Html;
  example?: Html;
}

/** What applies to every call. */
export function introduction(reference: Reference): Chapter[] {
  const { problems } = reference;
  return [
    start(reference),
    authentication(reference),
    idempotency(problems),
    pages(),
    limits(problems),
    errors(problems),
    values(),
    versions(),
  ];
}

function start({ baseUrl, version }: Reference): Chapter {
  return {
    id: 'start',
    title: 'Start here',
    text: html`<p>The API is JSON over HTTP. Paths on this page are relative to the base URL. Examples are shell commands;
<code>${TOKEN_VARIABLE}</code> holds a <a href="#authentication">token</a>.</p>
<p>This is version ${version}. Generate clients and collections from <a href="/api/openapi.json">openapi.json</a>
(OpenAPI 3.1).</p>`,
    example: codeBlock('Base URL', baseUrl),
  };
}

function authentication(reference: Reference): Chapter {
  const { problems } = reference;
  const whoAmI = curlFor(getOperation(reference, 'serviceWhoAmI'));
  return {
    id: 'authentication',
    title: 'Authentication',
    text: html`<p>Send a token with every call: <code>Authorization: Bearer &lt;token&gt;</code>. A token belongs to one
widget and may do only what its <a href="#scopes">scopes</a> allow.</p>
<p>Create tokens on the server's command line. A token is shown once; only its hash is stored.</p>
<p>The API can be disabled for a widget. Its tokens are then refused with ${problemLink(getProblem(problems, 'api_disabled'))}.</p>`,
    example: html`${commandBlock(
      'Create a token, on the server',
      'npm run --silent cli -- token create --widget 1 \\\n  --scopes contacts:read,contacts:write --name crm',
    )}${commandBlock('Use it', `export ${TOKEN_VARIABLE}=…\n\n${whoAmI}`)}`,
  };
}

function idempotency(problems: Problems): Chapter {
  return {
    id: 'idempotency',
    title: 'Idempotency keys',
    text: html`<p>Idempotency keys make writes safe to retry. Send a new UUID with each write in
<code>X-Service-Idempotency-Key</code>, and the same key when you retry it: after a lost response, 429 or 503.</p>
<p>A successful write uses up its key for 24 hours. A retry is then refused with
${problemLink(getProblem(problems, 'idempotency_key_reused'))}, whatever its body: read the result instead. A write that was refused or failed
leaves the key free. Keys are 1 to 255 visible ASCII characters and belong to one token.</p>`,
    example: codeBlock('Header of a write', 'X-Service-Idempotency-Key: 5f0c2c1e-2f64-4a0c-9a55-0a6f6a2f7c11'),
  };
}

function pages(): Chapter {
  return {
    id: 'pages',
    title: 'Pagination',
    text: html`<p>Lists are paginated: <code>limit</code> items a page, 20 by default, 100 at most. For the next page,
send <code>next_cursor</code> as <code>cursor</code> with the same filters. On the last page it is
<code>null</code>.</p>
<p>Cursors are opaque and valid only for the list they came from. Items added meanwhile do not shift pages:
nothing is repeated or skipped.</p>`,
    example: codeBlock('A page', prettyJson({ data: [], next_cursor: 'b1Zk0c…' })),
  };
}

function limits(problems: Problems): Chapter {
  return {
    id: 'rate-limits',
    title: 'Rate limits',
    text: html`<p>A token may make 600 reads and 120 writes a minute. A few routes have an additional limit for
the whole widget or account, shown with the route.</p>
<p>Above a limit the response is ${problemLink(getProblem(problems, 'rate_limited'))}. Wait for the seconds in <code>Retry-After</code>,
then retry with the same idempotency key.</p>`,
    example: codeBlock(
      'Headers of a response',
      'X-RateLimit-Limit: 600\nX-RateLimit-Remaining: 598\nX-RateLimit-Reset: 1777617060',
    ),
  };
}

function errors(problems: Problems): Chapter {
  return {
    id: 'errors',
    title: 'Errors',
    text: html`<p>Every error is <code>application/problem+json</code> (RFC 7807). Match on
<code>reason</code>, which is stable. <code>type</code> is the URL of a page about the problem, <code>detail</code> says what
went wrong in this request, and <code>instance</code> is the request id in the server's log.</p>
<p>For an invalid request, <code>errors</code> has the messages by field; for a missing scope,
<code>required_scopes</code> names it. See <a href="/api/problems">all problems</a> and what to do about them.</p>`,
    example: codeBlock('422', prettyJson(getProblem(problems, 'validation_failed').example)),
  };
}

function values(): Chapter {
  return {
    id: 'values',
    title: 'Requests and responses',
    text: html`<ul class="points">
<li>A single object is returned as <code>{"data": {…}}</code> with an <code>ETag</code>: send it as
<code>If-None-Match</code> to get 304 without a body if nothing changed.</li>
<li>Times are ISO 8601 with an offset. A period includes <code>from</code> and excludes <code>to</code>; there, a time
without an offset uses Europe/Moscow, and a bare date is midnight.</li>
<li>Unknown fields are refused by name, never dropped. An update leaves out what it does not change.</li>
<li>Objects of another account are not found: their ids cannot be told from ids that don't exist.</li>
<li>Bodies are JSON in UTF-8, up to 1 MiB. A body without required fields can be left out.</li>
<li>Send a file as <code>multipart/form-data</code>, one per call, in the field <code>file</code> with its filename, up to
10 MB (10,485,760 bytes). Its type is detected from its first bytes, not its name.</li>
<li>File downloads aren't JSON. Texts are streamed without a <code>Content-Length</code>: if the connection breaks,
the file is incomplete. A stored file is a 302 to a URL that needs no token. Errors are problems
as everywhere.</li>
</ul>`,
  };
}

function versions(): Chapter {
  return {
    id: 'versions',
    title: 'Versions',
    text: html`<p>The version is in the path. <code>/v1</code> only gets additions: response members, optional
parameters, routes, events. Ignore members you do not know.</p>
<p>Breaking changes go to <code>/v2</code>; <code>/v1</code> stays unchanged until the end of
an announced period.</p>`,
  };
}
