import type { Result, SiteApi } from '../loader/site-api.ts';
import type { ContactInfo, CustomField, WidgetState } from '../shell.ts';
import { fieldOf, infoOf, isObject, resolveUrl, textOf } from './arguments.ts';
import { paint } from './color.ts';

/** Some calls gave the reason in one member, some in the other. */
export type LegacyResult = { result: 'ok' } | { result: 'fail'; reason: string; error: string };

type WidgetCall<T> = (widget: SiteApi) => T;

type Forward = (call: WidgetCall<Result>) => LegacyResult;

/** Calls the widget now, or as soon as it is loaded. */
export type WithWidget = (call: WidgetCall<LegacyResult>) => LegacyResult;

interface IdentityProof {
  expires: number;
  signature: string;
}

const UTM_NAMES = ['source', 'medium', 'campaign', 'content', 'term'];

export const fail = (reason: string): LegacyResult => ({ result: 'fail', reason, error: reason });

const unsupported = () => fail('not_supported');

/** The calls of the other platform. Their arguments come from unknown pages: none of the calls throws. */
export function createApi(withWidget: WithWidget, state: () => Partial<WidgetState>) {
  let isInvited = false;

  const forward: Forward = (call) => withWidget((widget) => toLegacyResult(call(widget)));
  const [calls, setKnownContact] = createVisitorCalls(forward);

  const api = {
    ...calls,
    // Instead of a menu of channels, the chat opens.
    open: (given?: { start?: string }) =>
      given?.start === 'call' ? unsupported() : forward((widget) => widget.open()),
    close: () => forward((widget) => widget.close()),
    showProactiveInvitation: (text: string) =>
      withWidget((widget) => {
        if (state().online === false) return fail('offline');
        const result = toLegacyResult(widget.invite(text));
        isInvited ||= result.result === 'ok';
        return result;
      }),
    setWidgetColor: (color: string) =>
      withWidget((widget) => {
        const refused = toLegacyResult(widget.state());
        if (refused.result === 'fail') return refused;
        return paint(color) ? { result: 'ok' } : fail('invalid');
      }),
    chatMode: () => (state().online ? 'online' : 'offline'),
    /** The widget reports the page by itself, and can't be given another. */
    sendPageTitle: (title: string, _fromApi?: boolean, url = location.href) =>
      title === document.title && resolveUrl(url) === location.href
        ? forward((widget) => widget.state())
        : unsupported(),
    setRules: unsupported,
    /** Visitors have no numbers. */
    getVisitorNumber: (callback: unknown) => callLater(callback, 'not_supported'),
    getUnreadMessagesCount: () => state().unread ?? 0,
    getUtm,
    isCallbackEnabled: (callback: unknown) => callLater(callback, unsupported()),
    startCall: unsupported,
  };
  return { api, setKnownContact, isInvited: () => isInvited };
}

/** Calls about the visitor and their data. */
function createVisitorCalls(forward: Forward) {
  let known: ContactInfo = {};
  // Two lists there, one here.
  let fields: CustomField[] = [];
  let attributes: CustomField[] = [];

  const updateCustomData = () => forward((widget) => widget.setCustomData([...fields, ...attributes]));

  function setContactInfo(given: unknown) {
    const info = infoOf(given);
    if (!info) return fail('invalid');
    const result = forward((widget) => widget.setContactInfo(info));
    if (result.result === 'ok') known = { ...known, ...info };
    return result;
  }

  const calls = {
    setContactInfo,
    getContactInfo: () => ({
      client_name: known.name ?? null,
      email: known.email ?? null,
      phone: known.phone ?? null,
      description: known.description ?? null,
    }),
    setClientAttributes(given: unknown) {
      if (!isObject(given)) return fail('invalid');
      attributes = [];
      for (const title in given) {
        if (Object.hasOwn(given, title)) attributes[attributes.length] = { title, content: textOf(given[title]) };
      }
      return updateCustomData();
    },
    setCustomData(given: unknown) {
      if (!Array.isArray(given)) return fail('invalid');
      fields = [];
      for (const field of given) if (isObject(field)) fields[fields.length] = fieldOf(field);
      return updateCustomData();
    },
    sendOfflineMessage(given: { message?: unknown }) {
      const message = textOf(given?.message);
      if (!message) return fail('invalid');
      setContactInfo(given);
      return forward((widget) => widget.send(message));
    },
    /** A bare token proves nothing: it takes the proof that `identify` takes. */
    setUserToken: (token: unknown, proof?: IdentityProof) =>
      isObject(proof)
        ? forward((widget) => widget.identify({ ...proof, user_id: textOf(token) }))
        : fail('proof_required'),
    clearHistory() {
      known = {};
      fields = [];
      attributes = [];
      return forward((widget) => widget.reset());
    },
  };
  const setKnownContact = (contact: ContactInfo) => {
    known = contact;
  };
  return [calls, setKnownContact] as const;
}

function getUtm() {
  const query = new URLSearchParams(location.search);
  const utm: Record<string, string | null> = {};
  for (const name of UTM_NAMES) utm[name] = query.get(`utm_${name}`);
  return utm;
}

const toLegacyResult = (result: Result): LegacyResult =>
  result.result === 'ok' ? { result: 'ok' } : fail(result.reason);

/** In a separate task, so that an error in the callback does not fail the call. */
function callLater(callback: unknown, argument: unknown) {
  if (typeof callback === 'function') setTimeout(callback as () => void, 0, argument);
  return unsupported();
}
