import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { version } from './version.ts';

const mark = readFileSync(new URL('../assets/mark.svg', import.meta.url), 'utf8');

const style = `
  :root { color-scheme: light dark; --ink: #16302e; --quiet: #5b6f6d; --line: #d9e3e2; --paper: #fff; --accent: #0f5e5a; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e6f0ef; --quiet: #9db0ae; --line: #2b3b3a; --paper: #111a19; --accent: #7fd0c8; } }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
  main { inline-size: min(30rem, 100vw - 3rem); padding-block: 3rem; }
  svg { inline-size: 56px; block-size: 56px; }
  h1 { margin: 1rem 0 .25rem; font-size: 1.75rem; letter-spacing: -.02em; }
  p { margin: 0 0 1.5rem; color: var(--quiet); }
  ul { margin: 0; padding: 0; list-style: none; border-block-start: 1px solid var(--line); }
  a { display: flex; justify-content: space-between; gap: 1rem; padding-block: .75rem; border-block-end: 1px solid var(--line); color: inherit; text-decoration: none; }
  a:hover, a:focus-visible { color: var(--accent); }
  code { color: var(--quiet); direction: ltr; unicode-bidi: isolate; }
`;

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley</title>
<link rel="icon" href="/favicon.svg">
<style>${style}</style>
<main>
  ${mark}
  <h1>Parley is running</h1>
  <p>Version ${version}. This is what the server answers so far.</p>
  <ul>
    <li><a href="/healthz"><span>The process is alive</span> <code>/healthz</code></a></li>
    <li><a href="/readyz"><span>The database answers</span> <code>/readyz</code></a></li>
    <li><a href="/metrics"><span>Figures for a monitor</span> <code>/metrics</code></a></li>
  </ul>
</main>
</html>
`;

const policy = `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`;

/** The page at the root: what there is, for whoever has just started the server. */
export function addWelcome(http: FastifyInstance) {
  http.get('/', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('x-content-type-options', 'nosniff')
      .send(page),
  );
  for (const path of ['/favicon.svg', '/favicon.ico']) {
    http.get(path, async (_request, reply) =>
      reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(mark),
    );
  }
}
