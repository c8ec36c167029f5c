import type { LoaderConfig } from '@parley/contract';
import type { Chat, ContactInfo, CustomField, Identity, SiteEvent } from '../shell.ts';
import type { Capsule } from './appearance.ts';

export const NAME = 'service_widget_api';

export type Result = { result: 'ok' } | { result: 'fail'; reason: string };
type Listener = (detail: never) => void;
export type SiteApi = ReturnType<typeof createSiteApi>['api'];

export interface SiteState {
  open: boolean;
  /** Whether somebody would answer; null until it is known. */
  online: boolean | null;
  unread: number;
}

interface Plan {
  config: LoaderConfig;
  /** As soon as the chat is there. */
  ask(command: (chat: Chat) => void): void;
  open(): void;
  close(): void;
  /** What can be seen of the widget now. */
  state(): SiteState;
  setSkin(skin: string, capsule: Capsule): void;
}

// This runs in the world of the page, where libraries have replaced what they liked: it makes do with loops, plain objects
// and expressions.
const SKINS = /^(classic|minimal|capsule|liquid)$/;
const EVENTS = /^(open|close|message|sent|unread|online|accept|contact|identify|error)$/;

/** What scripts of the site may call, where the owner lets them. Each call says whether it was taken. */
export function createSiteApi({ config, ask, open, close, state, setSkin }: Plan) {
  const listeners: { event: string; listener: Listener }[] = [];

  function tell(event: SiteEvent, detail?: unknown) {
    for (const each of listeners) {
      try {
        if (each.event === event) each.listener(detail as never);
      } catch (error) {
        // A mistake of the site's is the site's to see, and stops nothing of ours.
        setTimeout(() => {
          throw error;
        });
      }
    }
  }

  /** Takes a call if the site may make it and `isRight` says that it can be meant. */
  function take(isRight: boolean, act: () => unknown): Result {
    const reason = refusal(config) ?? (isRight ? undefined : 'invalid');
    if (reason) {
      // biome-ignore lint/suspicious/noConsole: whoever writes the site looks there
      window.console?.warn(`${NAME}: ${EXPLAINED[reason]}`);
      return { result: 'fail', reason };
    }
    return { result: 'ok', ...(act() as object | undefined) };
  }

  const api = {
    setContactInfo: (info: ContactInfo) => take(areStrings(info, INFO), () => ask((chat) => chat.setContactInfo(info))),
    setCustomData: (fields: CustomField[]) => take(areFields(fields), () => ask((chat) => chat.setCustomData(fields))),
    setSkin: (skin: string, options = {}) => take(SKINS.test(skin) && isObject(options), () => setSkin(skin, options)),
    send: (text: string) => take(isText(text), () => ask((chat) => chat.send(text))),
    invite: (text: string) => take(isText(text), () => ask((chat) => chat.invite(text))),
    state: () => take(true, state) as Result & Partial<SiteState>,
    open: () => take(true, open),
    close: () => take(true, close),
    on: (event: string, listener: Listener) =>
      take(EVENTS.test(event) && typeof listener === 'function', () => {
        listeners[listeners.length] = { event, listener };
      }),
    identify: (identity: Identity) =>
      take(isObject(identity) && Boolean(identity.user_id && identity.expires && identity.signature), () =>
        ask((chat) => chat.identify(identity)),
      ),
    reset: () => take(true, () => ask((chat) => chat.reset())),
  };
  return { api, tell };
}

const INFO = ['name', 'email', 'phone', 'description'];
const FIELD = ['title', 'content', 'link'];

const EXPLAINED: Record<string, string> = {
  api_disabled: 'the owner of the widget has not switched its API on',
  domain_not_allowed: 'this page is not on the domain of the widget',
  invalid: 'this call was given something it does not take',
};

function refusal(config: LoaderConfig) {
  if (!isOnSite(config)) return 'domain_not_allowed';
  return config.api_enabled ? undefined : 'api_disabled';
}

/** The server asks the same of every call; here it spares the visitor a chat that can't work. */
export function isOnSite({ domain, origin }: LoaderConfig) {
  const { hostname } = location;
  if (domain === null) {
    return location.origin === origin || /^(localhost|127\.0\.0\.1|\[::1\])$|\.localhost$/.test(hostname);
  }
  return hostname === domain || hostname.slice(-domain.length - 1) === `.${domain}`;
}

const isText = (value: unknown) => typeof value === 'string' && /\S/.test(value);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function areStrings(value: unknown, names: string[]) {
  if (!isObject(value)) return false;
  for (const name of names) {
    const given = (value as Record<string, unknown>)[name];
    if (given !== undefined && given !== null && typeof given !== 'string') return false;
  }
  return true;
}

function areFields(given: unknown) {
  if (!Array.isArray(given)) return false;
  for (const field of given) if (!areStrings(field, FIELD)) return false;
  return true;
}
