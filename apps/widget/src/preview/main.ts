import type { WidgetConfig } from '@parley/contract';
import { storageKey } from '../shell.ts';
import { createInvitation } from './invitation.ts';
import { createPretendServer } from './pretend-server.ts';
import { createPretendSocket } from './pretend-socket.ts';
import type { Scene } from './scene.ts';

// The page of a preview in the console: runs the real loader and chat against a pretend server. Settings change in the
// running widget; another state of the server starts a new one, beside the previous one until it has drawn itself.

/** Defined by the server, around the loader. */
declare function startWidget(config: WidgetConfig): void;

/** Not the widget's own, whose visitor may be known to this browser. */
const GUID = '0'.repeat(32);
const OPENING_HASH = '#service-chat';
const MAX_WAIT_MS = 1_000;
const STILL = new CSSStyleSheet();
STILL.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important }');

interface PreviewWindow extends Window {
  service_widget_api?: { setSkin(skin: string, capsule: object): void };
  ServiceLocale?: string;
}

const page: PreviewWindow = window;
const { MutationObserver: Observer, setTimeout: later } = window;

let current: ReturnType<typeof show> | undefined;
let next: Scene | undefined;

window.addEventListener('message', ({ source, origin, data }) => {
  if (source !== window.parent || origin !== location.origin || !data?.scene) return;
  if (!next) requestAnimationFrame(showNext);
  next = data.scene;
});
window.parent.postMessage({ preview: 'ready' }, location.origin);

function showNext() {
  const scene = next as Scene;
  next = undefined;
  setPage(scene);
  if (current?.key === keyOf(scene)) {
    change(current.config, scene);
    return current.invite(scene);
  }
  const previous = current;
  current = show(scene);
  current.invite(scene);
  whenDrawn(current.root, scene.isOpen, () => previous?.remove());
}

/** What the widget reads only when it starts, or gets from the server. */
const keyOf = ({ isOpen, isOnline, history, config, invitation }: Scene) =>
  JSON.stringify([isOpen, isOnline, history, config.people, config.sound, invitation?.action]);

/** Setting the skin makes the widget apply its whole configuration. */
function change(config: WidgetConfig, scene: Scene) {
  const { look } = Object.assign(config, toConfig(scene));
  const { skin, capsule_title: capsuleTitle, capsule_subtitle: capsuleSubtitle } = look;
  page.service_widget_api?.setSkin(skin, { capsuleTitle, capsuleSubtitle });
}

function setPage({ isDark, language }: Scene) {
  document.documentElement.dataset.scheme = isDark ? 'dark' : 'light';
  document.documentElement.lang = language;
  page.ServiceLocale = language;
}

/** Starts the widget; returns a function that removes it. */
function show(scene: Scene) {
  const { isOpen, history } = scene;
  window.history.replaceState(null, '', isOpen ? OPENING_HASH : location.pathname);
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage))
      if (key.startsWith(storageKey(GUID, '' as 'token'))) storage.removeItem(key);
  }
  if (history.length) localStorage.setItem(storageKey(GUID, 'token'), 'preview');
  const server = createPretendServer(scene);
  const socket = createPretendSocket(server);
  const config = toConfig(scene);
  const invitation = createInvitation(config);
  const release = recordSideEffects((frame) => {
    Object.assign(frame, { fetch: server.fetch, WebSocket: socket });
    invitation.watchFrame(frame);
  });
  Object.assign(window, { fetch: server.fetch });
  delete page.service_widget_api;
  startWidget(config);
  const host = document.querySelector('service-widget:last-of-type');
  host?.shadowRoot?.adoptedStyleSheets.push(STILL);
  const root = host?.shadowRoot;
  return {
    config,
    key: keyOf(scene),
    root,
    invite: (shown: Scene) => root && invitation.show(shown, root),
    remove: () => release(host),
  };
}

/** Remembers what the widget adds to the page, to undo it: it is made to stay as long as its page. */
function recordSideEffects(prepareFrame: (frame: Window) => void) {
  const observers: MutationObserver[] = [];
  const timers: number[] = [];
  const frames: HTMLIFrameElement[] = [];
  window.MutationObserver = class extends Observer {
    constructor(callback: MutationCallback) {
      super(callback);
      observers.push(this);
    }
  };
  window.setTimeout = ((...given: Parameters<typeof later>) => {
    const timer = later(...given);
    timers.push(timer);
    return timer;
  }) as typeof window.setTimeout;
  const onLoad = ({ target }: Event) => {
    if (!(target instanceof HTMLIFrameElement) || frames.includes(target)) return;
    frames.push(target);
    prepareFrame(target.contentWindow as Window);
  };
  document.addEventListener('load', onLoad, true);
  return (host: Element | null) => {
    document.removeEventListener('load', onLoad, true);
    for (const observer of observers) observer.disconnect();
    for (const timer of timers) clearTimeout(timer);
    for (const element of [host, ...frames]) element?.remove();
  };
}

/** Calls back once the chat has replaced its launcher, or after a while. */
function whenDrawn(root: ShadowRoot | null | undefined, isOpen: boolean, onDrawn: () => void) {
  const started = performance.now();
  const look = () => {
    const isDrawn = !isOpen || root?.querySelector('.panel');
    if (isDrawn || performance.now() - started > MAX_WAIT_MS) onDrawn();
    else requestAnimationFrame(look);
  };
  look();
}

function toConfig({ config, isDark, invitation }: Scene): WidgetConfig {
  const at = { reveal_seconds: 0, auto_open_seconds: 0 };
  const scheme = config.look.scheme === 'auto' ? (isDark ? 'dark' : 'light') : config.look.scheme;
  return {
    ...config,
    button_guid: GUID,
    api_enabled: true,
    domains: [],
    invitations: null,
    // Otherwise its number would wake the chat.
    tracking: config.tracking && !invitation,
    look: { ...config.look, scheme },
    desktop: { ...config.desktop, ...at },
    mobile: { ...config.mobile, ...at },
  };
}
