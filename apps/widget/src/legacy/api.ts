import type { Result, SiteApi, SiteState } from '../loader/site-api.ts';
import type { ContactInfo, CustomField } from '../shell.ts';
import { paint } from './color.ts';

/** Some calls were told why in the one, some in the other. */
export type Answer = { result: 'ok' } | { result: 'fail'; reason: string; error: string };

interface Plan {
  /** Now, or as soon as the widget is there. */
  ask(act: (widget: SiteApi) => Answer): Answer;
  /** Empty while there is no widget that would say it. */
  state(): Partial<SiteState>;
}

interface Proof {
  expires: number;
  signature: string;
}

// This runs in the world of the page, where libraries have replaced what they liked: it makes do with loops.
const NAMES = ['name', 'email', 'phone', 'description'] as const;
const CAMPAIGN = ['source', 'medium', 'campaign', 'content', 'term'];

export const fail = (reason: string): Answer => ({ result: 'fail', reason, error: reason });

const unsupported = () => fail('not_supported');

/** The calls of the other platform. What they are given comes from pages that nobody has checked: none of them throws. */
export function createApi({ ask, state }: Plan) {
  let known: ContactInfo = {};
  let fields: CustomField[] = [];
  let attributes: CustomField[] = [];
  let isInvited = false;

  const meet = (contact: ContactInfo) => {
    known = contact;
  };
  const take = (act: (widget: SiteApi) => Result) => ask((widget) => answerOf(act(widget)));
  const showFields = () => take((widget) => widget.setCustomData([...fields, ...attributes]));
  const chatMode = () => (state().online ? 'online' : 'offline');

  function setContactInfo(given: unknown) {
    const info = infoOf(given);
    if (!info) return fail('invalid');
    const answer = take((widget) => widget.setContactInfo(info));
    if (answer.result === 'ok') known = { ...known, ...info };
    return answer;
  }

  const api = {
    // Where others have a menu of channels, here is the chat.
    open: (given?: { start?: string }) => (given?.start === 'call' ? unsupported() : take((widget) => widget.open())),
    close: () => take((widget) => widget.close()),
    showProactiveInvitation: (text: string) =>
      ask((widget) => {
        if (state().online === false) return fail('offline');
        const answer = answerOf(widget.invite(text));
        isInvited ||= answer.result === 'ok';
        return answer;
      }),
    setWidgetColor: (color: string) =>
      ask((widget) => {
        const refused = answerOf(widget.state());
        if (refused.result === 'fail') return refused;
        return paint(color) ? { result: 'ok' } : fail('invalid');
      }),
    chatMode,
    sendOfflineMessage(given: { message?: unknown }) {
      const message = textOf(given?.message);
      if (!message) return fail('invalid');
      setContactInfo(given);
      return take((widget) => widget.send(message));
    },
    /** The widget says by itself where the visitor is, and can't be told another place. */
    sendPageTitle: (title: string, _fromApi?: boolean, url = location.href) =>
      title === document.title && addressOf(url) === location.href ? take((widget) => widget.state()) : unsupported(),
    setContactInfo,
    setClientAttributes(given: unknown) {
      if (!isObject(given)) return fail('invalid');
      attributes = [];
      for (const title in given) {
        if (Object.hasOwn(given, title)) attributes[attributes.length] = { title, content: textOf(given[title]) };
      }
      return showFields();
    },
    setCustomData(given: unknown) {
      if (!Array.isArray(given)) return fail('invalid');
      fields = [];
      for (const field of given) if (isObject(field)) fields[fields.length] = fieldOf(field);
      return showFields();
    },
    /** Anybody can say that they are anybody: it takes the proof that `identify` takes. */
    setUserToken: (token: unknown, proof?: Proof) =>
      isObject(proof)
        ? take((widget) => widget.identify({ ...proof, user_id: textOf(token) }))
        : fail('proof_required'),
    setRules: unsupported,
    getContactInfo: () => ({
      client_name: known.name ?? null,
      email: known.email ?? null,
      phone: known.phone ?? null,
      description: known.description ?? null,
    }),
    /** People have no numbers that browsers are told. */
    getVisitorNumber: (callback: unknown) => later(callback, 'not_supported'),
    getUnreadMessagesCount: () => state().unread ?? 0,
    getUtm() {
      const query = new URLSearchParams(location.search);
      const utm: Record<string, string | null> = {};
      for (const name of CAMPAIGN) utm[name] = query.get(`utm_${name}`);
      return utm;
    },
    isCallbackEnabled: (callback: unknown) => later(callback, unsupported()),
    startCall: unsupported,
    clearHistory() {
      known = {};
      fields = [];
      attributes = [];
      return take((widget) => widget.reset());
    },
  };
  return { api, meet, isInvited: () => isInvited };
}

const answerOf = (result: Result): Answer => (result.result === 'ok' ? { result: 'ok' } : fail(result.reason));

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? `${value}`.trim() : '';

/** What a site leaves empty it does not know, and it says nothing of it. */
function infoOf(given: unknown) {
  let info: ContactInfo | undefined;
  for (const name of NAMES) {
    const text = isObject(given) && textOf(given[name]);
    if (text) info = { ...info, [name]: text };
  }
  return info;
}

function fieldOf({ title, key, content, link }: Record<string, unknown>): CustomField {
  const field: CustomField = { content: (textOf(key) && `${textOf(key)}: `) + textOf(content) };
  if (textOf(title)) field.title = textOf(title);
  const address = addressOf(textOf(link));
  if (textOf(link) && /^https?:/.test(address)) field.link = address;
  return field;
}

/** As the page would follow it. */
function addressOf(link: string) {
  try {
    return new URL(link, location.href).href;
  } catch {
    return '';
  }
}

/** A mistake in what is called back is nothing that the call has done. */
function later(callback: unknown, given: unknown) {
  if (typeof callback === 'function') setTimeout(callback as () => void, 0, given);
  return unsupported();
}
