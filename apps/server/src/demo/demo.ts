import { html, page } from '@parley/html';
import type { FastifyInstance } from 'fastify';
import type { UnitOfWork } from '../kernel/data/context.ts';
import * as widgetConfig from '../modules/site/widget-config/index.ts';
import { demoPage, policyFor } from './demo-page.ts';
import { type PageOptions, readPageOptions } from './visit.ts';

interface DemoOptions {
  unitOfWork: UnitOfWork;
  publicUrl: () => string;
}

const CREATE = "npm run --silent cli -- account create --email you@example.com --name You --password '…' --api-enabled";

/** A small shop with the widget on it, for trying Parley out. */
export function addDemo(http: FastifyInstance, { unitOfWork, publicUrl }: DemoOptions) {
  http.get('/demo', async (request, reply) => {
    const options = readPageOptions(request);
    const widget = await unitOfWork.read((work) => widgetConfig.findWidget(work, options.guid));
    const origin = publicUrl();
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
    if (!widget) {
      const { text, policy } = missingPage(options);
      return reply.code(404).header('content-security-policy', policy).send(text);
    }
    const { button_guid, api_enabled: isApiEnabled } = widget;
    const policy = policyFor(origin, options.isStrict);
    const visit = {
      ...options,
      widget: { isApiEnabled },
      tag: `<script async src="${origin}/w/${button_guid}.js"></script>`,
      publicUrl: origin,
      policy,
    };
    return reply.header('content-security-policy', policy).send(demoPage(visit));
  });
}

const STYLE = `main { max-width: 44rem; margin: 15vh auto; padding: 0 1.5rem }
pre { overflow-x: auto; padding: 1rem; border: 1px solid var(--line); border-radius: 0.625rem; background: var(--surface) }`;

function missingPage({ texts: { missing }, guid }: PageOptions) {
  const isUnknown = guid !== undefined;
  const title = isUnknown ? missing.unknown : missing.title;
  const advice = isUnknown
    ? html`<p><a href="/demo">/demo</a></p>`
    : html`<p>${missing.lead}</p><pre tabindex="0"><code>${CREATE}</code></pre>`;
  return page({ title, style: STYLE, body: html`<main><h1>${title}</h1>${advice}</main>` });
}
