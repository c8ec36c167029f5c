import { api } from '@parley/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { withToken } from './callers.ts';
import { type OpenApp, openApp } from './harness.ts';
import type { Owner } from './owners.ts';
import { openTab } from './tabs.ts';
import { addWidget, openSitePage, REACHABLE, shopPage, type VisitOptions, type WidgetOptions } from './widget.ts';

interface SharedPageOptions extends WidgetOptions, Pick<VisitOptions, 'browser'> {
  page?: (tag: string, publicUrl: string) => string;
  /** Further set-up before the first visit. */
  prepare?: (owner: Owner) => Promise<unknown>;
}

/** One widget for the tests of a file. */
export function shareWidget(options: WidgetOptions = {}) {
  let app: OpenApp;
  let started: Awaited<ReturnType<typeof addWidget<OpenApp>>>;
  beforeAll(async () => {
    app = await openApp({}, REACHABLE);
    started = await addWidget(app, options);
  });
  afterAll(() => app.end());
  return () => started;
}

/**
 * One page for tests that need only a visitor before the chat: it is loaded once. Each test starts with the chat open,
 * as a new visitor, in a widget without chats.
 */
export function sharePage({
  page: pageWith = (tag) => shopPage(tag),
  browser,
  prepare,
  ...options
}: SharedPageOptions = {}) {
  let app: OpenApp;
  let shared: Awaited<ReturnType<typeof open>> | undefined;
  beforeAll(async () => {
    app = await openApp({}, REACHABLE);
  });
  afterAll(async () => {
    await shared?.leave();
    await app.end();
  });

  async function open() {
    const started = await addWidget(app, options);
    await prepare?.(started.owner);
    const page = pageWith(started.tag, app.publicUrl);
    return { ...started, ...(await openSitePage(started.tag, await openTab(browser), { page })) };
  }

  return async () => {
    shared ??= await open();
    const { leave, ...visitor } = shared;
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'pass') return;
      // Errors of the page must not fail the next test too.
      shared = undefined;
      await leave({ isToBeUsedAgain: false });
    });
    app.clock.now = Temporal.Now.instant().round('millisecond');
    // A token's rate limit is meant for one test.
    const owner = { ...visitor.owner, call: await withToken(app, visitor.owner) };
    await beSomebodyNew(visitor.page);
    await deleteVisitors(owner);
    visitor.complaints.length = 0;
    return { ...visitor, owner };
  };
}

/** Opens the chat again. After a reset it belongs to a new visitor. */
const beSomebodyNew = (page: Page) =>
  page.evaluate(`(async () => {
    const until = async (isSo) => {
      while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const part = (selector) => document.querySelector('service-widget')?.shadowRoot.querySelector(selector);
    const tokenKey = () => Object.keys(localStorage).find((each) => each.endsWith('.token')) ?? '';
    const token = () => localStorage.getItem(tokenKey());

    await until(() => window.service_widget_api);
    const before = token();
    part('.line button')?.click();
    service_widget_api.close();
    await until(() => !part('.panel'));
    service_widget_api.open();
    if (before) service_widget_api.reset();
    await until(() => token() && token() !== before && part('.panel'));
    // A reset forgets that the chat is open; for a visitor who opened it, it would be open on the next page as well.
    sessionStorage.setItem(tokenKey().replace(/token$/, 'open'), '1');
    for (const collected of [window.heard, window.told]) collected?.splice(0);
  })()`);

async function deleteVisitors(owner: Owner) {
  const { data } = (await owner.call(api.contacts.list)).data;
  for (const { id } of data) await owner.call(api.contacts.remove, { params: { id } });
}
