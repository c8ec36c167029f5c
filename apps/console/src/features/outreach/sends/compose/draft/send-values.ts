import type { Audience } from '@parley/contract';
import { addDays, dateAt, type PlainDate, startOfDay } from '../../../../../ui/report/period/dates.ts';

type AttributeValue = string | number | boolean;

export interface DraftAttribute {
  /** For the list on screen. */
  key: string;
  name: string;
  value: AttributeValue;
}

/** Days, both included; empty is open. */
interface Days {
  from: PlainDate | '';
  to: PlainDate | '';
}

/** What the forms of all drafts edit. */
export interface SendValues {
  name: string;
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

export const emptySend: SendValues = {
  name: '',
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

/** The settings that these values are of. */
export interface SharedSettings {
  audience?: Audience;
  send_at?: string;
  window?: { from: string; to: string };
  rate_per_minute?: number;
  min_gap_hours?: number;
}

export const sharedMembers = ['audience', 'send_at', 'window', 'rate_per_minute', 'min_gap_hours'] as const;

/** The value of a `datetime-local` field, in the browser's time zone. */
export function toFieldValue(moment: string) {
  const at = new Date(moment);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

export function sendValuesOf(settings: SharedSettings, timeZone: string): Omit<SendValues, 'name'> {
  const { audience = {}, send_at, window, rate_per_minute, min_gap_hours } = settings;
  const daysOf = (from?: string, to?: string): Days => ({
    from: from ? dateAt(Date.parse(from), timeZone) : '',
    to: to ? dateAt(Date.parse(to) - 1, timeZone) : '',
  });
  return {
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

/** A member that is left out when it has no value. */
export const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };

const listOf = <Item>(items: Item[]) => (items.length ? items : undefined);

function audienceOf(values: SendValues, timeZone: string): Audience | undefined {
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

export const sendSettingsOf = (values: SendValues, timeZone: string): SharedSettings => ({
  ...given('audience', audienceOf(values, timeZone)),
  ...given('send_at', values.sendAt ? new Date(values.sendAt).toISOString() : undefined),
  ...given('window', values.window ?? undefined),
  ...given('rate_per_minute', values.ratePerMinute ?? undefined),
  ...given('min_gap_hours', values.minGapHours ?? undefined),
});
