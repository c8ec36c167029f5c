import type { LoaderConfig } from '@parley/contract';
import type { Chat, Invitations, OpenedBy } from '../shell.ts';
import { createAppearance } from './appearance.ts';
import { createFrameLoader } from './frame-loader.ts';
import { createLauncher } from './launcher.ts';
import { createMemory } from './memory.ts';
import { scheduleOpening } from './opening.ts';
import { createSiteApi, isOnSite, NAME, warn } from './site-api.ts';
import { createSiteEvents } from './site-events.ts';
import { createStatus } from './status.ts';
import { post, startVisits, type VisitReply } from './visits.ts';

/** Written before this script by the server. */
declare const PARLEY_CONFIG: LoaderConfig;

// A page may include the script twice.
if (!(NAME in window)) start(PARLEY_CONFIG, document.currentScript?.nonce ?? '');

function start(config: LoaderConfig, nonce: string) {
  const memory = createMemory(config.button_guid);
  const launcher = createLauncher(config);
  const { root, button } = launcher;
  const listeners: (() => void)[] = [];
  const { listen, emit } = createSiteEvents();
  const appearance = createAppearance(config, memory, launcher, notify);
  const status = createStatus(launcher, memory, emit, notify);
  const { state, setUnread, setOnline } = status;
  const shell = {
    ...appearance,
    ...status,
    config,
    window,
    root,
    memory,
    onChange: (listener: () => void) => void listeners.push(listener),
    setOpen,
    setBadge: (unread: number) => launcher.set({ unread }),
    dispatch: (command: (loaded: Chat) => void) => chat.dispatch(command),
    emit,
  };
  const chat = createFrameLoader<Chat>(shell, nonce, config.files.chat, onFail);
  const { file } = config.invitations ?? {};
  const invitations = file ? createFrameLoader<Invitations>(shell, nonce, file, () => {}) : undefined;
  const api = createSiteApi(shell, listen, (event) => invitations?.dispatch((loaded) => loaded.trigger(event)));
  Object.defineProperty(window, NAME, { value: Object.freeze(api), configurable: true });
  if (!isOnSite(config)) {
    warn('domain_not_allowed');
    // The owner sees in the console where the widget is missing.
    return void post(config, 'blocked', { host: location.hostname });
  }

  function onFail() {
    setOpen(false, 'itself');
    emit('error', { reason: 'not_loaded' });
  }

  function notify() {
    for (const listener of listeners) listener();
  }

  function setOpen(isOpen: boolean, by: OpenedBy) {
    if (isOpen === state.open) return;
    status.setOpen(isOpen);
    // On a phone it could not have had the focus before: an open chat hides the launcher.
    if (!isOpen && root.activeElement) button.focus();
    // Reads the state when it runs: a chat that failed to load is closed by then.
    if (isOpen || chat.isLoading()) chat.dispatch((loaded) => loaded.setOpen(state.open, by));
    emit(isOpen ? 'open' : 'close');
  }

  function autoOpen() {
    setOpen(true, 'itself');
  }

  /** Again whenever the site replaces the content of the page. */
  function mount() {
    launcher.mount();
    if (invitations?.discardRemoved()) invitations.preload();
    if (chat.discardRemoved() && state.open) chat.dispatch((loaded) => loaded.setOpen(true, 'itself'));
  }

  function onVisitReply({ online, unread, invited }: VisitReply) {
    setOnline(online);
    // A loaded chat counts by itself once it has a session.
    if (!chat.isLoading() || (invited && !memory.get('token'))) setUnread(unread);
    // Waking the chat would store who an unknown visitor is: without tracking they see only the badge.
    const shouldWake = unread && (!invited || config.tracking);
    if (shouldWake || memory.get('unsent')) chat.dispatch((loaded) => loaded.wake());
  }

  button.addEventListener('click', () => setOpen(!state.open, 'visitor'));
  button.addEventListener('pointerenter', chat.preload);
  button.addEventListener('focus', chat.preload);
  mount();
  new MutationObserver(mount).observe(document.documentElement, { childList: true });
  startVisits(config, memory, onVisitReply);
  if (invitations) (window.requestIdleCallback ?? setTimeout)(invitations.preload);
  scheduleOpening(button, memory, appearance, autoOpen);
}
