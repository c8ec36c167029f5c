import type { Page } from 'playwright-core';
import { shop, startWidget, visit, type WidgetOptions } from './widget.ts';

// Pages that were made for another platform, and speak with the widget by its names.

/** All that a site could hear there. */
const CALLBACKS = [
  ...['onLoadCallback', 'onOpen', 'onClose', 'onChangeState', 'onMessageSent', 'onClientStartChat', 'onIntroduction'],
  ...['onAccept', 'onMessageReceived', 'onCallStart', 'onCallEnd', 'onResizeCallback', 'onWidgetDestroy'],
];

const LISTENING = `<script nonce="r4nd0m">
  var told = [];
  ${JSON.stringify(CALLBACKS)}.forEach(function (name) {
    window['jivo_' + name] = function (given) { told.push(given === undefined ? name : name + ' ' + given); };
  });
</script>`;

interface Options extends WidgetOptions {
  /** The scripts of the page. */
  scripts?: (origin: string, tag: string) => string;
  path?: string;
  headers?: (origin: string) => Record<string, string>;
}

/** What docs/migrating-the-widget.md says first. */
export const both = (origin: string, tag: string) => `<script async src="${origin}/w/legacy.js"></script>${tag}`;

/** A page that was made for the other platform and listens to everything. */
export const legacyPage = (tag: string, origin: string, scripts = both) => shop(`${LISTENING}${scripts(origin, tag)}`);

/** Somebody on a page that was made for the other platform. */
export async function openLegacyPage({ scripts, path, headers = () => ({}), ...options }: Options = {}) {
  const started = await startWidget(options);
  const { tag, app } = started;
  const page = legacyPage(tag, app.publicUrl, scripts);
  return { ...started, ...(await visit(tag, { page, path, headers: headers(app.publicUrl) })) };
}

/** The same once the widget has said that it is loaded. */
export async function openLoadedLegacyPage(options?: Options) {
  const entered = await openLegacyPage(options);
  await waitForCallback(entered.page, 'onLoadCallback');
  return entered;
}

/** Calls as a script of the page would. */
export const call = (page: Page, name: string, ...given: unknown[]) =>
  page.evaluate(`jivo_api.${name}(${given.map((each) => JSON.stringify(each)).join(', ')})`);

/** What the page was told, in order. */
export const told = (page: Page): Promise<string[]> => page.evaluate('told');

/** Until the page was told it so many times. */
export async function waitForCallback(page: Page, what: string, times = 1) {
  await page.waitForFunction(`told.filter((each) => each === ${JSON.stringify(what)}).length === ${times}`, undefined, {
    polling: 20,
  });
}
