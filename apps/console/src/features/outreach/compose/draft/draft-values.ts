import type { api } from '../../../../data/api.ts';
import { addDays, dateAt, type PlainDate, startOfDay } from '../../../../ui/report/period/dates.ts';
import type { Broadcast } from '../../model/broadcast-queries.ts';

type CreateBody = Parameters<typeof api.broadcasts.create>[0]['body'];
export type Settings = CreateBody['settings'];
type Message = NonNullable<Settings['message']>;
type Audience = NonNullable<Settings['audience']>;
type AttributeValue = string | number | boolean;

export const kinds = ['text', 'file', 'keyboard'] as const;

/** A file of the message. Of a saved draft only the id and whether it is a picture are known. */
export interface DraftFile {
  id: number;
  isPicture: boolean;
  name?: string;
  type?: string;
  size?: number;
}

export interface DraftButton {
  /** For the list on screen. */
  key: string;
  label: string;
  url: string;
}

export interface DraftAttribute {
  key: string;
  name: string;
  value: AttributeValue;
}

/** Days, both included; empty is open. */
interface Days {
  from: PlainDate | '';
  to: PlainDate | '';
}

/** What the form of a draft edits. */
export interface DraftValues {
  channel: string;
  name: string;
  kind: (typeof kinds)[number];
  body: string;
  file: DraftFile | null;
  buttons: DraftButton[];
  agentId: number | null;
  tagsAny: string[];
  tagsAll: string[];
  tagsNone: string[];
  created: Days;
  active: Days;
  attributes: DraftAttribute[];
  contactIds: string[];
  /** Of a `datetime-local` field; empty is at once. */
  sendAt: string;
  window: { from: string; to: string } | null;
  ratePerMinute: number | null;
  minGapHours: number | null;
}

const noDays: Days = { from: '', to: '' };

export const emptyValues: DraftValues = {
  channel: 'service',
  name: '',
  kind: 'text',
  body: '',
  file: null,
  buttons: [],
  agentId: null,
  tagsAny: [],
  tagsAll: [],
  tagsNone: [],
  created: noDays,
  active: noDays,
  attributes: [],
  contactIds: [],
  sendAt: '',
  window: null,
  ratePerMinute: null,
  minGapHours: null,
};

/** The value of a `datetime-local` field, in the browser's time zone. */
export function toFieldValue(moment: string) {
  const at = new Date(moment);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

export function valuesOf({ channel, name, settings }: Broadcast, timeZone: string): DraftValues {
  const { audience = {}, agent_id, send_at, window, rate_per_minute, min_gap_hours } = settings;
  const daysOf = (from?: string, to?: string): Days => ({
    from: from ? dateAt(Date.parse(from), timeZone) : '',
    to: to ? dateAt(Date.parse(to) - 1, timeZone) : '',
  });
  return {
    ...messageValues(settings.message),
    channel,
    name,
    agentId: agent_id ?? null,
    tagsAny: audience.tags_any ?? [],
    tagsAll: audience.tags_all ?? [],
    tagsNone: audience.tags_none ?? [],
    created: daysOf(audience.created_from, audience.created_to),
    active: daysOf(audience.active_from, audience.active_to),
    attributes: Object.entries(audience.attributes ?? {}).map(([key, value]) => ({ key, name: key, value })),
    contactIds: audience.contact_ids ?? [],
    sendAt: send_at ? toFieldValue(send_at) : '',
    window: window ?? null,
    ratePerMinute: rate_per_minute ?? null,
    minGapHours: min_gap_hours ?? null,
  };
}

function messageValues(message: Message | undefined): Pick<DraftValues, 'kind' | 'body' | 'file' | 'buttons'> {
  const { type, body = '', file, keyboard } = message ?? {};
  return {
    kind: type === 'keyboard' ? 'keyboard' : file ? 'file' : 'text',
    body,
    file: file ? { id: file.id, isPicture: type === 'image' } : null,
    buttons: (keyboard?.buttons ?? []).map(({ label, url }, at) => ({ key: String(at), label, url })),
  };
}

/** The message as it is sent; undefined until there is enough of it. */
export function messageOf({ kind, body, file, buttons }: DraftValues): Message | undefined {
  const text = body.trim() ? { body } : {};
  if (kind === 'file')
    return file ? { type: file.isPicture ? 'image' : 'file', ...text, file: { id: file.id } } : undefined;
  if (!body.trim()) return undefined;
  if (kind === 'text' || !buttons.length) return { type: 'text', body };
  return {
    type: 'keyboard',
    body,
    keyboard: { buttons: buttons.map(({ label, url }) => ({ label, url: url.trim() })) },
  };
}

const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };

const listOf = <Item>(items: Item[]) => (items.length ? items : undefined);

function audienceOf(values: DraftValues, timeZone: string): Audience | undefined {
  const start = (date: PlainDate | '') => (date ? new Date(startOfDay(date, timeZone)).toISOString() : undefined);
  /** The end of a day is the start of the next. */
  const end = (date: PlainDate | '') => (date ? start(addDays(date, 1)) : undefined);
  const named = values.attributes.filter(({ name, value }) => name.trim() && value !== '');
  const audience = {
    ...given('tags_any', listOf(values.tagsAny)),
    ...given('tags_all', listOf(values.tagsAll)),
    ...given('tags_none', listOf(values.tagsNone)),
    ...given('contact_ids', listOf(values.contactIds)),
    ...given('created_from', start(values.created.from)),
    ...given('created_to', end(values.created.to)),
    ...given('active_from', start(values.active.from)),
    ...given('active_to', end(values.active.to)),
    ...given(
      'attributes',
      named.length ? Object.fromEntries(named.map(({ name, value }) => [name.trim(), value])) : undefined,
    ),
  };
  return Object.keys(audience).length ? audience : undefined;
}

export function settingsOf(values: DraftValues, timeZone: string): Settings {
  return {
    ...given('message', messageOf(values)),
    ...given('agent_id', values.agentId ?? undefined),
    ...given('audience', audienceOf(values, timeZone)),
    ...given('send_at', values.sendAt ? new Date(values.sendAt).toISOString() : undefined),
    ...given('window', values.window ?? undefined),
    ...given('rate_per_minute', values.ratePerMinute ?? undefined),
    ...given('min_gap_hours', values.minGapHours ?? undefined),
  };
}

const MEMBERS = ['message', 'agent_id', 'audience', 'send_at', 'window', 'rate_per_minute', 'min_gap_hours'] as const;

/** All members, so that those that were cleared are removed. */
export const patchOf = (settings: Settings) =>
  Object.fromEntries(MEMBERS.map((name) => [name, settings[name] ?? null])) as NonNullable<
    Parameters<typeof api.broadcasts.update>[0]['body']['settings']
  >;
