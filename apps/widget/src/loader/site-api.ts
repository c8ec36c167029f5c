import type { LoaderConfig } from '@parley/contract';
import type { ContactInfo, CustomField, Identity, OpenedBy, SiteEvent } from '../shell.ts';
import type { CapsuleTexts } from './appearance.ts';
import type { ChatCommand } from './chat-loader.ts';

export const NAME = 'service_widget_api';

export type Result = { result: 'ok' } | { result: 'fail'; reason: string };
type Listener = (detail: never) => void;
export type SiteApi = ReturnType<typeof createSiteApi>['api'];

export interface SiteState {
  open: boolean;
  /** Whether an agent is available; null until it is known. */
  online: boolean | null;
  unread: number;
}

interface SiteApiPorts {
  config: LoaderConfig;
  /** Runs the command as soon as the chat is loaded. */
  dispatch(command: ChatCommand): void;
  setOpen(isOpen: boolean, by: OpenedBy): void;
  state(): SiteState;
  setSkin(skin: string, capsule: CapsuleTexts): void;
}

// This runs in the host page, whose libraries may have replaced built-in methods: hence loops, plain objects and regular
// expressions.
const SKINS = /^(classic|minimal|capsule|liquid)$/;
const EVENTS = /^(open|close|message|sent|unread|online|accept|contact|identify|error)$/;

/** The API for scripts of the site, if the owner enabled it. Every call returns whether it was accepted. */
export function createSiteApi({ config, dispatch, setOpen, state, setSkin }: SiteApiPorts) {
  const listeners: { event: string; listener: Listener }[] = [];

  function emit(event: SiteEvent, detail?: unknown) {
    for (const each of listeners) {
      try {
        if (each.event === event) each.listener(detail as never);
      } catch (error) {
        // Reported as an uncaught error of the site, without stopping the widget.
        reportError(error);
      }
    }
  }

  function accept(isValid: boolean, act: () => unknown): Result {
    const reason = refusalReason(config, isValid);
    if (!reason) return { result: 'ok', ...(act() as object | undefined) };
    warn(reason);
    return { result: 'fail', reason };
  }

  const api = {
    setContactInfo: (info: ContactInfo) =>
      accept(areStrings(info, INFO_FIELDS), () => dispatch((chat) => chat.setContactInfo(info))),
    setCustomData: (fields: CustomField[]) =>
      accept(areCustomFields(fields), () => dispatch((chat) => chat.setCustomData(fields))),
    setSkin: (skin: string, options = {}) =>
      accept(SKINS.test(skin) && isObject(options), () => setSkin(skin, options)),
    send: (text: string) => accept(isText(text), () => dispatch((chat) => chat.send(text))),
    invite: (text: string) => accept(isText(text), () => dispatch((chat) => chat.invite(text))),
    state: () => accept(true, state) as Result & Partial<SiteState>,
    open: () => accept(true, () => setOpen(true, 'visitor')),
    close: () => accept(true, () => setOpen(false, 'visitor')),
    on: (event: string, listener: Listener) =>
      accept(EVENTS.test(event) && typeof listener === 'function', () => {
        listeners[listeners.length] = { event, listener };
      }),
    identify: (identity: Identity) =>
      accept(isObject(identity) && Boolean(identity.user_id && identity.expires && identity.signature), () =>
        dispatch((chat) => chat.identify(identity)),
      ),
    reset: () => accept(true, () => dispatch((chat) => chat.reset())),
  };
  return { api, emit };
}

const INFO_FIELDS = ['name', 'email', 'phone', 'description'];
const CUSTOM_FIELDS = ['title', 'content', 'link'];

const EXPLANATIONS: Record<string, string> = {
  api_disabled: 'the API is not enabled',
  domain_not_allowed: 'this domain is not allowed: allow it in Settings, Widget',
  invalid: 'invalid argument',
};

/** For the developers of the site. */
export function warn(reason: string) {
  // biome-ignore lint/suspicious/noConsole: there is no other place on the page
  window.console?.warn(`${NAME}: ${EXPLANATIONS[reason]}`);
}

function refusalReason(config: LoaderConfig, isValid: boolean) {
  if (!isOnSite(config)) return 'domain_not_allowed';
  if (!config.api_enabled) return 'api_disabled';
  return isValid ? undefined : 'invalid';
}

/** The server checks the same; here it avoids showing a chat that can't work. */
export function isOnSite({ domains, origin }: LoaderConfig) {
  const host = `.${location.hostname}`;
  for (const domain of domains) if (host.slice(-domain.length - 1) === `.${domain}`) return true;
  return !domains.length || location.origin === origin || LOCAL.test(host);
}

const LOCAL = /\.localhost$|^\.(127\.0\.0\.1|\[::1])$/;

const isText = (value: unknown) => typeof value === 'string' && /\S/.test(value);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function areStrings(value: unknown, names: string[]) {
  if (!isObject(value)) return false;
  for (const name of names) {
    const given = (value as Record<string, unknown>)[name] ?? '';
    if (typeof given !== 'string') return false;
  }
  return true;
}

function areCustomFields(given: unknown) {
  if (!Array.isArray(given)) return false;
  for (const field of given) if (!areStrings(field, CUSTOM_FIELDS)) return false;
  return true;
}
