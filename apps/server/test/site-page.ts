import { api } from '@parley/contract';
import type { Page } from 'playwright-core';
import type { Owner } from './owners.ts';
import { until } from './until.ts';
import { shop, startWidget, visit } from './widget.ts';

// Scripts of a site that speak with the widget on its pages. They run in the browser, so they are written as texts.

const EVENTS = ['open', 'close', 'message', 'sent', 'unread', 'online', 'accept', 'contact', 'identify', 'error'];

const LISTENING = `<script>
  var heard = [];
  var isListening = false;
  function listen() {
    isListening = true;
    ${JSON.stringify(EVENTS)}.forEach(function (event) {
      service_widget_api.on(event, function (detail) { heard.push([event, detail]); });
    });
  }
</script>`;

/** A page that listens to everything the widget tells, from the first moment on. */
export const listeningPage = (tag: string) =>
  shop(`${LISTENING}${tag.replace('<script', '<script onload="listen()"')}`);

/** Calls the API of the widget as a script of the page would. */
export async function call(page: Page, name: string, ...given: unknown[]) {
  const [answer] = await callEach(page, [[name, ...given]]);
  return answer;
}

/** Makes calls one after the other. */
export function callEach(page: Page, calls: [name: string, ...given: unknown[]][]): Promise<unknown[]> {
  const written = calls.map(([name, ...given]) => `service_widget_api.${name}(${given.map(write).join(', ')})`);
  return page.evaluate(`(async () => {
    while (!isListening) await new Promise((resolve) => setTimeout(resolve, 5));
    return [${written.join(', ')}];
  })()`);
}

const write = (value: unknown) => JSON.stringify(value);

/** What the page was told of an event, in order. */
export function heardOf(page: Page, event: string): Promise<unknown[]> {
  return page.evaluate(`heard.filter(([name]) => name === ${write(event)}).map(([, detail]) => detail ?? null)`);
}

/** The same as soon as it was told so many times. */
export async function hears(page: Page, event: string, times: number): Promise<unknown[]> {
  await page.waitForFunction(`heard.filter(([name]) => name === ${write(event)}).length === ${times}`, undefined, {
    polling: 20,
  });
  return heardOf(page, event);
}

/** Everything that the browser keeps for the site, as one text. */
export function keptBy(page: Page): Promise<string> {
  return page.evaluate(`(async () => {
    const kept = [...Object.entries(localStorage), ...Object.entries(sessionStorage)];
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of db.objectStoreNames) {
        kept.push(await new Promise((resolve, reject) => {
          const request = db.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        }));
      }
      db.close();
    }
    return JSON.stringify(kept);
  })()`);
}

/** A widget on a site whose pages listen to it. */
export async function startSite(options: Parameters<typeof startWidget>[0] = {}) {
  const started = await startWidget(options);
  return {
    ...started,
    enter: async () => {
      const entered = await visit(started.tag, { page: listeningPage(started.tag) });
      await entered.page.waitForFunction('isListening');
      return entered;
    },
  };
}

export const contactsOf = async (owner: Owner) => (await owner.call(api.contacts.list)).data.data;

/** The only contact there is, once it fits. */
export const contactThat = (owner: Owner, fits: (contact: Awaited<ReturnType<typeof contactsOf>>[0]) => boolean) =>
  until(async () => {
    const [contact, ...others] = await contactsOf(owner);
    return contact && !others.length && fits(contact) ? contact : false;
  }, 'there is such a contact');
