import { api } from '@parley/contract';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openPage } from './browser.ts';
import { startApp, type TestApp } from './harness.ts';
import type { Owner } from './owners.ts';
import { connect } from './people.ts';
import { openSite } from './site.ts';
import { until } from './until.ts';

interface Options {
  /** Settings of the widget. */
  settings?: Record<string, unknown>;
  /** Whether somebody is there to answer. */
  isOnline?: boolean;
  apiEnabled?: boolean;
}

/** A widget with an owner, and a server that browsers reach. */
export async function startWidget({ settings, isOnline = true, apiEnabled = true }: Options = {}) {
  const app = await startApp({}, { live: true, isPublic: true });
  const owner = await app.owner({ apiEnabled: true });
  if (settings) await change(owner, settings);
  if (!apiEnabled) await app.sql(`UPDATE widgets SET api_enabled = false WHERE id = ${owner.widgetId}`);
  if (isOnline) await connect(app, owner);
  return { app, owner, tag: `<script async src="${app.publicUrl}/w/${owner.buttonGuid}.js"></script>` };
}

/** Sets the widget up otherwise. */
export async function change(owner: Owner, body: Record<string, unknown>) {
  const { status, problem } = await owner.call(api.widget.updateSettings, { body });
  if (status !== 200) throw new Error(JSON.stringify(problem));
}

/** A plain page of a shop with the widget on it. */
export const shop = (tag: string, { lang = 'en', head = '' } = {}) => `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shop</title>${head}${tag}</head><body><main><h1>Shop</h1><p>Things to buy.</p></main></body></html>`;

/** A visitor in a browser of their own, on a page of a site with the widget. */
export async function visit(
  tag: string,
  options: { page?: string; browser?: BrowserContextOptions; headers?: Record<string, string> } = {},
) {
  const html = options.page ?? shop(tag);
  const site = await openSite({ '/': { html, headers: options.headers ?? {} }, '/next': html });
  const opened = await openPage(options.browser);
  await opened.page.goto(site);
  return { ...opened, site, widget: partsOf(opened.page) };
}

/** What people see of the widget; Playwright looks into its shadow by itself. */
export function partsOf(page: Page) {
  return {
    launcher: page.getByRole('button', { name: /^(Open|Close) the chat( \(\d+\))?$/ }).last(),
    panel: page.getByRole('dialog'),
    log: page.getByRole('log'),
    input: page.getByRole('textbox', { name: 'Your message' }),
    send: page.getByRole('button', { name: 'Send' }),
    said: (text: string) => page.getByRole('log').getByText(text),
    mark: (text: string, state: string) =>
      page.locator('.said', { hasText: text }).getByRole('img', { name: state, exact: true }),
  };
}

/** Opens the chat and writes. */
export async function write(page: Page, ...texts: string[]) {
  const { launcher, input, said } = partsOf(page);
  // What was open on the page before opens by itself: a click would close it.
  const isOpening = await page.locator('.launcher[aria-expanded="true"]').count();
  if (!isOpening && !(await input.isVisible())) await launcher.click();
  for (const text of texts) {
    await input.fill(text);
    await input.press('Enter');
    await said(text).waitFor();
  }
}

/** The newest chat of the widget, once there is one. */
export async function chatOf(app: TestApp, owner: Owner) {
  return until(async () => {
    const { data } = await owner.call(api.chats.list);
    return data.data[0]?.id ?? false;
  }, `there is a chat of ${app.publicUrl}`);
}

/** The operator answers. */
export async function reply(owner: Owner, chatId: number, body: Record<string, unknown> | string) {
  const message = typeof body === 'string' ? { type: 'text', body } : body;
  const sent = await owner.call(api.messages.send, {
    params: { id: chatId },
    body: { agent_id: owner.agentId, ...message },
  });
  if (sent.status !== 202) throw new Error(JSON.stringify(sent.problem));
  return sent.data;
}
