import type { LoaderConfig } from '@parley/contract';
import type { Chat, Shell } from '../shell.ts';
import { createAppearance } from './appearance.ts';
import { createLauncher } from './launcher.ts';
import { createMemory } from './memory.ts';
import { openRealm } from './realm.ts';
import { createSiteApi, isOnSite, NAME } from './site-api.ts';
import { markTitle, ownTitle } from './title.ts';
import { type News, startVisits } from './visits.ts';

/** Written before this script by the server. */
declare const PARLEY_CONFIG: LoaderConfig;

/** Where a mail leads back to. */
const OPENING_HASH = '#service-chat';

// A page may have the script twice; one widget is enough.
if (!(NAME in window)) start(PARLEY_CONFIG, document.currentScript?.nonce ?? '');

function start(config: LoaderConfig, nonce: string) {
  const memory = createMemory(config.button_guid);
  const launcher = createLauncher(config);
  const appearance = createAppearance({ config, memory, launcher, onChange: notify });
  const listeners: (() => void)[] = [];
  let isOpen = false;
  let online: boolean | null = null;
  let unread = 0;
  let realm: ReturnType<typeof openRealm> | undefined;

  const { api, tell } = createSiteApi({ config, ask, open, close, state, setSkin: appearance.setSkin });
  Object.defineProperty(window, NAME, { value: Object.freeze(api), configurable: true });
  if (!isOnSite(config)) return;

  const shell: Shell = {
    config,
    window,
    root: launcher.root,
    memory,
    get language() {
      return appearance.language().wished;
    },
    get spoken() {
      return appearance.language().spoken;
    },
    get look() {
      return appearance.look();
    },
    get online() {
      return online;
    },
    onChange: (listener) => void listeners.push(listener),
    invite: () => show(true, 'itself'),
    close,
    chooseLanguage: appearance.chooseLanguage,
    setUnread,
    setOnline,
    tell,
  };

  function notify() {
    for (const listener of listeners) listener();
  }

  /** Loads the chat once; after a failure, anew. */
  function ask(command: (chat: Chat) => void) {
    realm ??= openRealm(shell, { nonce, onFail });
    realm.ask(command);
  }

  function load() {
    ask(() => {});
  }

  function onFail() {
    realm = undefined;
    show(false, 'itself');
    tell('error', { reason: 'not_loaded' });
  }

  function show(isToOpen: boolean, by: 'visitor' | 'itself') {
    if (isOpen === isToOpen) return;
    isOpen = isToOpen;
    // Closed is remembered too: what was closed does not open by itself on the next page.
    memory.set('open', isOpen ? '1' : '0');
    launcher.set({ isOpen });
    // On a phone it could not have had the focus before: there is no launcher beside an open chat.
    if (!isOpen && launcher.root.activeElement) launcher.button.focus();
    // As it is by then: what could not be loaded was closed meanwhile.
    if (isOpen || realm) ask((loaded) => loaded.show(isOpen, by));
    tell(isOpen ? 'open' : 'close');
  }

  function open() {
    show(true, 'visitor');
  }

  function close() {
    show(false, 'visitor');
  }

  function state() {
    return { open: isOpen, online, unread };
  }

  function setUnread(count: number) {
    if (count === unread) return;
    unread = count;
    launcher.set({ unread });
    markTitle(count);
    tell('unread', { count });
  }

  function setOnline(isOnline: boolean) {
    if (isOnline === online) return;
    online = isOnline;
    notify();
    tell('online', { online });
  }

  /** Some sites replace everything in the page when they go to another. */
  function mount() {
    if (!launcher.host.isConnected) {
      document.documentElement.append(launcher.host);
      // Above everything, and where a page that is moved as a whole does not move it along.
      launcher.host.showPopover?.();
    }
    if (!realm || realm.isAlive()) return;
    realm = undefined;
    launcher.root.querySelector('.place-of-chat')?.remove();
    if (isOpen) ask((loaded) => loaded.show(true, 'itself'));
  }

  function reveal() {
    launcher.button.hidden = false;
    const { auto_open_seconds } = appearance.device();
    if (auto_open_seconds) setTimeout(openByItself, auto_open_seconds * 1_000);
  }

  /** Unless it was open before, here or on a page before this one. */
  function openByItself() {
    if (memory.get('open') === undefined) show(true, 'itself');
  }

  function onAnswer(news: News) {
    setOnline(news.online);
    // A chat that is loaded counts itself, once it is awake.
    if (!realm || (news.invited && !memory.get('token'))) setUnread(news.unread);
    // Whoever is known by nothing yet sees only the badge, until they open the chat: awake, it would keep who they are.
    const isToWake = news.unread && (!news.invited || config.tracking);
    // What could not be sent before is sent now, without anybody having to open the chat.
    if (isToWake || memory.get('unsent')) ask((loaded) => loaded.wake());
  }

  launcher.button.addEventListener('click', () => show(!isOpen, 'visitor'));
  launcher.button.addEventListener('pointerenter', load);
  launcher.button.addEventListener('focus', load);
  mount();
  new MutationObserver(mount).observe(document.documentElement, { childList: true });
  setTimeout(reveal, appearance.device().reveal_seconds * 1_000);
  startVisits({ config, memory, title: ownTitle, onAnswer });
  if (location.hash === OPENING_HASH || (memory.get('open') === '1' && !appearance.look().isPhone))
    show(true, 'itself');
}
