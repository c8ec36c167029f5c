import type { Page } from 'playwright-core';
import { until } from './until.ts';
import { shopPage, startWidget, visit, type WidgetOptions } from './widget.ts';

// Pages made for the legacy platform, which use its names.

/** All callbacks of the legacy API. */
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
  /** The page's scripts. */
  scripts?: (origin: string, tag: string) => string;
  path?: string;
  headers?: (origin: string) => Record<string, string>;
}

/** The first recipe of docs/guides/migrating-the-widget.md. */
export const both = (origin: string, tag: string) => `<script async src="${origin}/w/legacy.js"></script>${tag}`;

/** A legacy page that listens to every callback. */
export const legacyPage = (tag: string, origin: string, scripts = both) =>
  shopPage(`${LISTENING}${scripts(origin, tag)}`);

/** A visitor on a legacy page. */
export async function openLegacyPage({ scripts, path, headers = () => ({}), ...options }: Options = {}) {
  const started = await startWidget(options);
  const { tag, app } = started;
  const page = legacyPage(tag, app.publicUrl, scripts);
  return { ...started, ...(await visit(tag, { page, path, headers: headers(app.publicUrl) })) };
}

/** The same, once the widget has loaded. */
export async function openLoadedLegacyPage(options?: Options) {
  const entered = await openLegacyPage(options);
  await waitForCallback(entered.page, 'onLoadCallback');
  return entered;
}

/** Calls as a script of the page would. */
export const call = (page: Page, name: string, ...given: unknown[]) =>
  page.evaluate(`jivo_api.${name}(${given.map((each) => JSON.stringify(each)).join(', ')})`);

/** Callbacks so far, in order. */
export const told = (page: Page): Promise<string[]> => page.evaluate('told');

/** Waits until the callback ran that many times. `waitForFunction` would break a page's policy against `eval`. */
export const waitForCallback = (page: Page, what: string, times = 1) =>
  until(async () => (await told(page)).filter((each) => each === what).length === times, `${what} ran ${times} times`);
