import type { BrowserContextOptions, Page } from 'playwright-core';
import { collectComplaints, openLastingPage } from './browser.ts';

// To open a tab takes as much of the processor as most walks in it, so tests of the widget hand theirs on. Each test is
// on a site of its own (site.ts), for which nothing is kept by what was there before.

/** What moves is drawn sixty times a second, and nothing can be clicked before it has arrived. */
const STILL = { reducedMotion: 'reduce' } as const;

const DESK = { width: 1_280, height: 720 };

/** Tabs that nobody is in, by kind of browser. */
const idle = new Map<string, Tab[]>();

interface Tab {
  page: Page;
  /** Something was changed that only goes with the tab. */
  isSpent: boolean;
  /** How to take back what was changed otherwise. */
  undo: Map<string, () => Promise<unknown>>;
}

type Call = (...given: unknown[]) => Promise<unknown>;

/** A tab in a browser that has never been to this site. The caller returns it with `leave`. */
export async function openTab(options: BrowserContextOptions = {}) {
  const browser = { ...STILL, ...options };
  const kept = idle.getOrInsertComputed(JSON.stringify(browser), () => []);
  const tab = kept.pop() ?? watch(await openLastingPage(browser), browser);
  const { page, undo } = tab;
  return {
    page,
    complaints: collectComplaints(page),
    async leave({ isToBeUsedAgain = true } = {}) {
      if (tab.isSpent || page.isClosed() || !isToBeUsedAgain) return page.context().close();
      page.removeAllListeners();
      for (const other of page.context().pages()) if (other !== page) await other.close();
      await page.goto('about:blank');
      await page.context().clearCookies();
      for (const restore of undo.values()) await restore();
      undo.clear();
      kept.push(tab);
    },
  };
}

/** Notes what a test changes of a tab. */
function watch(page: Page, { viewport, colorScheme = null }: BrowserContextOptions): Tab {
  const context = page.context();
  const tab: Tab = { page, isSpent: false, undo: new Map() };

  function note(owner: object, name: string, restore?: (original: Call) => Promise<unknown>) {
    const original: Call = Reflect.get(owner, name).bind(owner);
    const noted: Call = (...given) => {
      if (restore) tab.undo.set(name, () => restore(original));
      else tab.isSpent = true;
      return original(...given);
    };
    Reflect.set(owner, name, noted);
  }

  note(page, 'setViewportSize', (set) => set(viewport ?? DESK));
  note(page, 'emulateMedia', (emulate) => emulate({ colorScheme }));
  note(context, 'setOffline', (set) => set(false));
  note(page, 'route', () => page.unrouteAll({ behavior: 'ignoreErrors' }));
  note(context, 'grantPermissions', () => context.clearPermissions());
  note(page, 'addInitScript');
  note(page, 'exposeFunction');
  note(context, 'newCDPSession');
  note(context.clock, 'install');
  return tab;
}
