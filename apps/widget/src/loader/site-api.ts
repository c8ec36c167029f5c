import type { LoaderConfig } from '@parley/contract';
import type { ContactInfo, CustomField, Identity, Shell, WidgetState } from '../shell.ts';
import type { Appearance } from './appearance.ts';
import type { SiteEvents } from './site-events.ts';

export const NAME = 'service_widget_api';

export type Result = { result: 'ok' } | { result: 'fail'; reason: string };
export type SiteApi = ReturnType<typeof createSiteApi>;

type Trigger = (event: string) => void;

// This runs in the host page, whose libraries may have replaced built-in methods: hence loops, plain objects and regular
// expressions.
const SKINS = /^(classic|minimal|capsule|liquid)$/;
const EVENTS = /^(open|close|message|sent|unread|online|accept|contact|identify|error)$/;

/** The API for scripts of the site, if the owner enabled it. Every call returns whether it was accepted. */
export function createSiteApi(
  { dispatch, ...shell }: Shell & Appearance,
  listen: SiteEvents['listen'],
  trigger: Trigger,
) {
  function accept(isValid: boolean, act: () => unknown): Result {
    const reason = refusalReason(shell.config, isValid);
    if (!reason) return { result: 'ok', ...(act() as object | undefined) };
    warn(reason);
    return { result: 'fail', reason };
  }

  return {
    setContactInfo: (info: ContactInfo) =>
      accept(areStrings(info, INFO_FIELDS), () => dispatch((chat) => chat.setContactInfo(info))),
    setCustomData: (fields: CustomField[]) =>
      accept(areCustomFields(fields), () => dispatch((chat) => chat.setCustomData(fields))),
    setSkin: (skin: string, options = {}) =>
      accept(SKINS.test(skin) && isObject(options), () => shell.setSkin(skin, options)),
    send: (text: string) => accept(isText(text), () => dispatch((chat) => chat.send(text))),
    invite: (text: string) => accept(isText(text), () => dispatch((chat) => chat.invite(text))),
    trigger: (event: string) => accept(isText(event), () => trigger(event)),
    state: () => accept(true, () => shell.state) as Result & Partial<WidgetState>,
    open: () => accept(true, () => shell.setOpen(true, 'visitor')),
    close: () => accept(true, () => shell.setOpen(false, 'visitor')),
    on: (event: string, listener: (detail: never) => void) =>
      accept(EVENTS.test(event) && typeof listener === 'function', () => listen(event, listener)),
    identify: (identity: Identity) =>
      accept(isObject(identity) && Boolean(identity.user_id && identity.expires && identity.signature), () =>
        dispatch((chat) => chat.identify(identity)),
      ),
    reset: () => accept(true, () => dispatch((chat) => chat.reset())),
  };
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
  for (const domain of [...domains, ...LOCAL]) if (host.slice(-domain.length - 1) === `.${domain}`) return true;
  return !domains.length || location.origin === origin;
}

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

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
