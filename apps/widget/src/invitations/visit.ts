import type { MomentOf } from '@parley/invitations';
import type { Shell } from '../shell.ts';
import type { openHistory } from './history.ts';

type History = ReturnType<typeof openHistory>;

const ACTIVITY = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'];
const CHATTING_MS = 86_400_000;
const MIN_TABLET_PX = 600;

/** Watches what the visitor does on the page; `onExit` runs when the pointer leaves it. */
export function watchVisit(shell: Shell, history: History, onExit: () => void) {
  const { window: page, memory } = shell;
  const { document } = page;
  let address: string | undefined;
  let opened = 0;
  let scrolled = 0;
  let active = Date.now();

  /** Pages that a script opens by changing the address count too. */
  function readAddress() {
    const [current = ''] = page.location.href.split('#');
    if (current === address) return;
    address = current;
    opened = Date.now();
    scrolled = 0;
    history.openPage();
  }

  function onScroll({ target }: Event) {
    active = Date.now();
    const element = (target === document ? document.scrollingElement : target) as Element;
    const { scrollTop, scrollHeight, clientHeight } = element;
    // A list in a corner is not the page.
    if (clientHeight * 2 < page.innerHeight) return;
    scrolled = Math.max(scrolled, (scrollTop / Math.max(scrollHeight - clientHeight, 1)) * 100);
  }

  const listen = (name: string, listener: (event: never) => void) =>
    page.addEventListener(name, listener as EventListener, { capture: true, passive: true });
  for (const name of ACTIVITY) listen(name, () => (active = Date.now()));
  listen('scroll', onScroll);
  listen('mouseout', ({ relatedTarget, clientY }: MouseEvent) => {
    if (!relatedTarget && clientY <= 0) onExit();
  });

  return {
    read(now: number): Omit<MomentOf<string>, 'country'> {
      readAddress();
      const { state } = shell;
      const wrote = Number(memory.get('wrote') ?? 0);
      return {
        ...history.read(now),
        url: page.location.href,
        referrer: document.referrer,
        title: document.title,
        language: shell.language(),
        device: deviceOf(page),
        seconds_on_page: (now - opened) / 1_000,
        scroll_percent: scrolled,
        idle_seconds: (now - active) / 1_000,
        exit: false,
        event: null,
        online: Boolean(state.online),
        known: Boolean(wrote || memory.get('known')),
        chatted: wrote > 0,
        chatting: state.open || state.unread > 0 || now - wrote < CHATTING_MS,
      };
    },
  };
}

function deviceOf(page: Window) {
  if (page.matchMedia('(hover: hover)').matches) return 'desktop';
  const { width, height } = page.screen;
  return Math.min(width, height) < MIN_TABLET_PX ? 'mobile' : 'tablet';
}
