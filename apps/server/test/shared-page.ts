import { api } from '@parley/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { withToken } from './callers.ts';
import { type OpenApp, openApp } from './harness.ts';
import type { Owner } from './owners.ts';
import { openTab } from './tabs.ts';
import { addWidget, enterSite, REACHABLE, shop, type VisitOptions, type WidgetOptions } from './widget.ts';

interface SharedPageOptions extends WidgetOptions, Pick<VisitOptions, 'browser'> {
  page?: (tag: string, publicUrl: string) => string;
  /** What else the owner does before anybody comes. */
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
 * One page for the tests of a file that need nothing but a visitor before the chat: it is loaded once. Each test begins
 * with the chat open and as somebody new, and its widget has no conversations.
 */
export function sharePage({
  page: pageWith = (tag) => shop(tag),
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
    return { ...started, ...(await enterSite(started.tag, await openTab(browser), { page })) };
  }

  return async () => {
    shared ??= await open();
    const { leave, ...visitor } = shared;
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'pass') return;
      // What is wrong with the page now is not to fail the next test as well.
      shared = undefined;
      await leave({ isToBeUsedAgain: false });
    });
    app.clock.now = Temporal.Now.instant().round('millisecond');
    // A token may be used so often a minute, which is meant for one test.
    const owner = { ...visitor.owner, call: await withToken(app, visitor.owner) };
    await beSomebodyNew(visitor.page);
    await forgetEverybody(owner);
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

async function forgetEverybody(owner: Owner) {
  const { data } = (await owner.call(api.contacts.list)).data;
  for (const { id } of data) await owner.call(api.contacts.remove, { params: { id } });
}
