import type { BrowserContextOptions, Page } from 'playwright-core';
import { collectComplaints, openLastingPage } from './browser.ts';

// Opening a tab costs as much CPU as most browser tests, so widget tests reuse theirs. Each test has its own site
// (site.ts), for which nothing is stored yet.

/** Animations run at 60 frames a second, and elements can't be clicked before they settle. */
const STILL = { reducedMotion: 'reduce' } as const;

const DESK = { width: 1_280, height: 720 };

/** Unused tabs, by browser options. */
const idle = new Map<string, Tab[]>();

interface Tab {
  page: Page;
  /** Something changed that can't be undone. */
  isSpent: boolean;
  /** Undoes other changes. */
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

/** Records what a test changes in a tab. */
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
