import { api } from '@parley/contract';
import type { Page } from 'playwright-core';
import type { Owner } from './owners.ts';
import { until } from './until.ts';
import { shopPage, startWidget, visit } from './widget.ts';

// Site scripts that use the widget's API. They run in the browser, so they are strings.

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

/** A page that listens to every widget event from the start. */
export const listeningPage = (tag: string) =>
  shopPage(`${LISTENING}${tag.replace('<script', '<script onload="listen()"')}`);

/** Calls the widget's API as a script of the page would. */
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

/** Payloads of an event so far, in order. */
export function eventsOf(page: Page, event: string): Promise<unknown[]> {
  return page.evaluate(`heard.filter(([name]) => name === ${write(event)}).map(([, detail]) => detail ?? null)`);
}

/** The same, once there are that many. */
export async function untilEvents(page: Page, event: string, times: number): Promise<unknown[]> {
  await page.waitForFunction(`heard.filter(([name]) => name === ${write(event)}).length === ${times}`, undefined, {
    polling: 20,
  });
  return eventsOf(page, event);
}

/** Everything the browser stores for the site, as one text. */
export function storedBy(page: Page): Promise<string> {
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

/** The only contact, once it matches. */
export const contactThat = (owner: Owner, fits: (contact: Awaited<ReturnType<typeof contactsOf>>[0]) => boolean) =>
  until(async () => {
    const [contact, ...others] = await contactsOf(owner);
    return contact && !others.length && fits(contact) ? contact : false;
  }, 'there is such a contact');
