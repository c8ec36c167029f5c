import { html, page } from '@parley/html';
import type { FastifyInstance } from 'fastify';

const STYLE = `html, body, iframe { display: block; width: 100%; height: 100%; margin: 0; padding: 0; border: 0; background: none }
:root[data-scheme='light'], [data-scheme='light'] iframe { color-scheme: light }
:root[data-scheme='dark'], [data-scheme='dark'] iframe { color-scheme: dark }`;

/** Sandboxed without exceptions: no scripts, no forms, no pop-ups, and an origin of its own. */
const BODY = html`<iframe sandbox="" title="Mail"></iframe>`;

/** Before the mail's own styles comes what mail apps start from. Links open elsewhere, which the sandbox doesn't allow. */
const SCRIPT = `const frame = document.querySelector('iframe')
const documentOf = (html, scheme) => {
  const mail = new DOMParser().parseFromString(html, 'text/html')
  const base = mail.createElement('base')
  base.target = '_blank'
  const style = mail.createElement('style')
  style.textContent = ':root { color-scheme: ' + scheme + '; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere } body { margin: 16px }'
  mail.head.prepend(base, style)
  return '<!doctype html>' + mail.documentElement.outerHTML
}
addEventListener('message', ({ origin, source, data }) => {
  if (origin !== location.origin || source !== parent) return
  const text = documentOf(data.html, data.scheme)
  frame.title = data.title
  document.documentElement.dataset.scheme = data.scheme
  if (frame.srcdoc !== text) frame.srcdoc = text
})
parent.postMessage({ mailPreview: 'ready' }, location.origin)`;

/**
 * The frame in which the console shows a mail. The mail inherits the policy of this page, which allows its styles and its
 * images and nothing else, so that the policy of the console can stay strict.
 */
export function addMailPreview(http: FastifyInstance) {
  const { text, policy } = page({ title: 'Mail', style: STYLE, body: BODY, script: SCRIPT });
  const framed = policy
    .replace("img-src 'self'", 'img-src https: http: data:')
    .replace(/style-src [^;]+/, "style-src 'unsafe-inline'")
    .replace("frame-ancestors 'none'", "frame-ancestors 'self'");
  http.get('/mail-preview', async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': framed, 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(text),
  );
}
