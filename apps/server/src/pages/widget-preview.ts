import { html, page } from '@parley/html';
import type { FastifyInstance } from 'fastify';
import { memoise } from '../kernel/data/memoise.ts';
import { createFile, digest, sendFile } from './static-files.ts';
import type { WidgetFiles } from './widget-files.ts';

interface WidgetPreviewOptions {
  files: Pick<WidgetFiles, 'readBuild'>;
  publicUrl: () => string;
}

/** A page as sites have it, in outline. */
const STYLE = `:root[data-scheme='light'] { color-scheme: light } :root[data-scheme='dark'] { color-scheme: dark }
body { margin: 0; min-height: 100vh; background: light-dark(#fff, #14181b); overflow: hidden }
main { display: grid; gap: 1rem; max-width: 40rem; margin: 0 auto; padding: 2rem }
.block { border-radius: 0.5rem; background: light-dark(#eef0f2, #20262b) }
.title { height: 1.75rem; width: 55% } .line { height: 0.75rem } .short { width: 70% } .picture { height: 9rem }`;

const BODY = html`<main aria-hidden="true"><div class="block title"></div><div class="block line"></div>
<div class="block line short"></div><div class="block picture"></div><div class="block line"></div><div class="block line short"></div></main>
<script src="/widget-preview/widget.js"></script>`;

/**
 * The frame in which the console shows the widget: the real loader and chat, with a configuration that the console posts.
 * It holds nothing of any widget and reaches no server.
 */
export function addWidgetPreview(http: FastifyInstance, { files, publicUrl }: WidgetPreviewOptions) {
  http.get('/widget-preview', async (_request, reply) => {
    const { text, policy } = page({ title: 'Widget', style: STYLE, body: BODY });
    const images = `img-src 'self' blob: ${new URL(publicUrl()).origin}`;
    const framed = policy
      .replace("img-src 'self'", `${images}; script-src 'self'; connect-src 'none'`)
      .replace("frame-ancestors 'none'", "frame-ancestors 'self'");
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': framed })
      .type('text/html; charset=utf-8')
      .send(text);
  });

  const script = memoise(() => toScript(files.readBuild()));
  http.get('/widget-preview/widget.js', async (request, reply) =>
    sendFile(request, reply, { file: script(), headers: { 'cache-control': 'no-cache' } }),
  );
}

function toScript({ loader, preview, files }: ReturnType<WidgetFiles['readBuild']>) {
  const config = `Object.assign(given,{files:${JSON.stringify(files)},origin:location.origin})`;
  const body = `window.startWidget=(given)=>{const PARLEY_CONFIG=${config};${loader}\n};${preview}`;
  return createFile({
    type: 'text/javascript; charset=utf-8',
    tag: `W/"${digest(body)}"`,
    body: () => Buffer.from(body),
  });
}
