import { api } from '@parley/contract';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { openPage } from './browser.ts';
import { startApp, type TestApp } from './harness.ts';
import type { Owner } from './owners.ts';
import { connect } from './people.ts';
import { openSite } from './site.ts';
import { openTab } from './tabs.ts';
import { until } from './until.ts';

export interface WidgetOptions {
  /** Settings besides showing at once and following the page's language. */
  settings?: Record<string, unknown>;
  /** Whether an agent is online. */
  isOnline?: boolean;
  apiEnabled?: boolean;
}

const AT_ONCE = { widget_default_language: 'auto', widget_button_freeze: 0 };

export const REACHABLE = { live: true, isPublic: true };

/** A widget with an owner, on a server that browsers reach. */
export async function startWidget(options: WidgetOptions = {}) {
  return addWidget(await startApp({}, REACHABLE), options);
}

export async function addWidget<App extends TestApp>(
  app: App,
  { settings, isOnline = true, apiEnabled = true }: WidgetOptions = {},
) {
  const owner = await app.owner({ apiEnabled: true });
  await updateSettings(owner, { ...AT_ONCE, ...settings });
  if (!apiEnabled) await app.sql(`UPDATE widgets SET api_enabled = false WHERE id = ${owner.widgetId}`);
  if (isOnline) await connect(app, owner);
  return { app, owner, tag: `<script async src="${app.publicUrl}/w/${owner.buttonGuid}.js"></script>` };
}

export async function updateSettings(owner: Owner, body: Record<string, unknown>) {
  const { status, problem } = await owner.call(api.widget.updateSettings, { body });
  if (status !== 200) throw new Error(JSON.stringify(problem));
}

/** A plain shop page with the widget. */
export const shopPage = (tag: string, { lang = 'en', head = '' } = {}) => `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shop</title>${head}${tag}</head><body><main><h1>Shop</h1><p>Things to buy.</p></main></body></html>`;

export interface VisitOptions {
  page?: string;
  headers?: Record<string, string>;
  /** Path on the site; its first page by default. */
  path?: string;
  browser?: BrowserContextOptions;
  /** With nothing of the widget in the browser's cache. */
  isFirst?: boolean;
  /** Runs in the tab before it opens the site. */
  prepare?: (page: Page) => unknown;
}

/** A first-time visitor of a site with the widget. */
export async function visit(tag: string, { isFirst = false, ...options }: VisitOptions = {}) {
  if (isFirst) return openSitePage(tag, await openPage(options.browser), options);
  const { leave, ...opened } = await openTab(options.browser);
  onTestFinished(({ task }) => leave({ isToBeUsedAgain: task.result?.state === 'pass' }));
  return openSitePage(tag, opened, options);
}

/** Opens a page of a site with the widget. */
export async function openSitePage<Opened extends { page: Page }>(
  tag: string,
  opened: Opened,
  { page: html = shopPage(tag), headers = {}, path = '', prepare }: VisitOptions = {},
) {
  const site = await openSite({ '/': { html, headers }, '/next': html });
  await prepare?.(opened.page);
  await opened.page.goto(site + path);
  return { ...opened, site, widget: partsOf(opened.page) };
}

/** A widget with a visitor who has written, and the chat. */
export async function startChat(text = 'Is it blue?') {
  const started = await startWidget();
  const visitor = await visit(started.tag);
  await writeAndStore(visitor.page, text);
  return { ...started, ...visitor, id: await chatOf(started.app, started.owner) };
}

/** Locators of the widget; Playwright pierces its shadow root. */
export function partsOf(page: Page) {
  return {
    launcher: page.getByRole('button', { name: /^(Open|Close) chat( \(\d+\))?$/ }).last(),
    panel: page.getByRole('dialog'),
    log: page.getByRole('log'),
    input: page.getByRole('textbox', { name: 'Your message' }),
    send: page.getByRole('button', { name: 'Send' }),
    said: (text: string) => page.getByRole('log').getByText(text),
    mark: (text: string, state: string) =>
      page.locator('.said', { hasText: text }).getByRole('img', { name: state, exact: true }),
  };
}

/** Opens the chat and sends messages. */
export async function write(page: Page, ...texts: string[]) {
  await type(page, texts, (text) => partsOf(page).said(text).waitFor());
}

/** The same, and waits until the server has stored them. */
export async function writeAndStore(page: Page, ...texts: string[]) {
  await type(page, texts, (text) => partsOf(page).mark(text, 'Sent').waitFor());
}

async function type(page: Page, texts: string[], untilShown: (text: string) => Promise<void>) {
  const { input } = partsOf(page);
  // A chat left open reopens by itself: a click would close it.
  await page
    .locator('service-widget .launcher')
    .evaluate((launcher: { ariaExpanded: string | null; click?(): void }) => {
      if (launcher.ariaExpanded !== 'true') launcher.click?.();
    });
  for (const text of texts) {
    await input.fill(text);
    await input.press('Enter');
    await untilShown(text);
  }
}

/** The widget's newest chat, once there is one. */
export async function chatOf(app: TestApp, owner: Owner) {
  return until(async () => {
    const { data } = await owner.call(api.chats.list);
    return data.data[0]?.id ?? false;
  }, `there is a chat of ${app.publicUrl}`);
}

/** An agent replies. */
export async function reply(owner: Owner, chatId: number, body: Record<string, unknown> | string) {
  const message = typeof body === 'string' ? { type: 'text', body } : body;
  const sent = await owner.call(api.messages.send, {
    params: { id: chatId },
    body: { agent_id: owner.agentId, ...message },
  });
  if (sent.status !== 202) throw new Error(JSON.stringify(sent.problem));
  return sent.data;
}
