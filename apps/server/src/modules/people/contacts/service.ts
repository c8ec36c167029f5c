import { randomBytes } from 'node:crypto';
import { agentLive, type api, events } from '@parley/contract';
import type { Context, InWidget, Read, WidgetWork } from '../../../kernel/data/context.ts';
import { parseRange } from '../../../kernel/data/moments.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { inboxOf } from '../../../kernel/live/rooms.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as widgets from '../../account/widgets/index.ts';
import { checkConsent, withConsent } from './consent.ts';
import * as sorting from './sorting/store.ts';
import * as store from './store.ts';
import type { CustomField } from './tables.ts';
import { lockMerging } from './users/store.ts';

const MAX_ATTRIBUTES = 100;
const MAX_ATTRIBUTES_CHARACTERS = 65_536;
const MAX_TAGS = 100;

type ContactQuery = Query<typeof api.contacts.list, Filters | 'sort' | 'cursor' | 'limit'>;
type Filters = 'query' | 'tag' | 'email' | 'phone' | 'from' | 'to';

export function list(ctx: Context<Read>, { query: text, from, to, sort, cursor, limit, ...exact }: ContactQuery) {
  const query = { cursor, limit };
  const readFilter = () => {
    const range = parseRange({ from, to });
    return { ...exact, from: range.from?.toString(), to: range.to?.toString() };
  };
  if (sort && sort !== 'created') {
    if (text !== undefined) throw invalid({ sort: 'is not allowed with query. Matches are listed newest first' });
    return listSorted(ctx, sort, query, readFilter);
  }
  return paged(ctx, query, {
    position: ({ number }: { number: number }) => [number],
    read: ([before], limit): Promise<store.ContactRow[]> => {
      if (before !== undefined && typeof before !== 'number') throw otherOrder();
      const filter = { ...readFilter(), before, limit };
      if (text !== undefined) return store.search(ctx, text, filter);
      return sort ? store.listWithTimes(ctx, filter) : store.list(ctx, filter);
    },
    item: (row) => row,
  });
}

const otherOrder = () => invalid({ cursor: 'is of a list in another order' });

function listSorted(
  ctx: Context<Read>,
  sort: sorting.Sort,
  query: Pick<ContactQuery, 'cursor' | 'limit'>,
  readFilter: () => Omit<store.Filter, 'before' | 'limit'>,
) {
  const without = `no ${sort}`;
  return paged(ctx, query, {
    position: ({ key, number }: sorting.SortedRow) => [key === null ? without : sort, key ?? '', number],
    read: ([order, key = '', number = 0], limit) => {
      if (order !== undefined && order !== sort && order !== without) throw otherOrder();
      const after = order === undefined ? undefined : { key: order === without ? null : key, number };
      return sorting.listSorted(ctx, sort, { ...readFilter(), after, limit });
    },
    item: (row) => row,
  });
}

export const { find, findByNumber, lockByAddress, lockByHash } = store;

export async function get(ctx: InWidget<Read>, guid: string) {
  const contact = await store.find(ctx, guid);
  if (!contact) throw problem('not_found');
  return contact;
}

type NewContact = Body<typeof api.contacts.create, keyof store.Fields> & { user_id?: string };

/** A contact created with a name, e-mail or phone is a lead from the start. */
export async function create(ctx: Context, input: NewContact) {
  const fields = normalize(input);
  const attributes = mergeAttributes({}, fields.attributes);
  await checkConsent(ctx, fields.email ?? null, fields);
  const stored = withConsent(undefined, { ...fields, attributes }, ctx.now.toString());
  const contact = await store.insert(ctx, randomBytes(16).toString('hex'), stored);
  const data = { contact_id: contact.id, client_id: contact.number, source: 'api' };
  ctx.emit(events.clientCreated, data);
  if (isLead(fields)) ctx.emit(events.visitorLead, data);
  return contact;
}

const SITE = 'widget';

/** A visitor becomes a lead once a name, e-mail or phone is known. */
export async function createVisitor(ctx: WidgetWork, fields: store.Fields, source = SITE) {
  const contact = await store.insert(ctx, randomBytes(16).toString('hex'), fields);
  const data = { contact_id: contact.id, client_id: contact.number, source };
  ctx.emit(events.clientCreated, data);
  if (isLead(fields)) ctx.emit(events.visitorLead, data);
  return contact;
}

export async function update(
  ctx: Context,
  guid: string,
  changes: Body<typeof api.contacts.update, keyof store.Fields>,
) {
  const { attributes, ...fields } = normalize(changes);
  const known = await store.lock(ctx, guid);
  if (!known) throw problem('not_found');
  const merged = attributes && { attributes: mergeAttributes(known.attributes, attributes) };
  const { email = known.email } = fields;
  await checkConsent(ctx, email, fields);
  await store.update(ctx, known.number, withConsent(known, { ...fields, ...merged }, ctx.now.toString()));
  ctx.emit(events.contactUpdated, { contact_id: guid, client_id: known.number, source: 'api' });
  return publishContact(ctx, guid);
}

/** Publishes the contact's current state to agents. */
export async function publishContact(ctx: InWidget, guid: string) {
  const row = await get(ctx, guid);
  const { number: _, ...contact } = row;
  ctx.publish(agentLive.events.contact, inboxOf(ctx.widgetId), { contact });
  return row;
}

interface ContactDetails {
  fields: store.StoredFields;
  /** From a site script: integrations are notified only if the widget is set so. */
  isByScript: boolean;
  source?: string;
  /** Known values stay. */
  isFilling?: boolean;
}

/** Stores details that a visitor gives; the first ones make them a lead. */
export async function recordDetails(ctx: WidgetWork, number: number, details: ContactDetails) {
  const { isByScript, source = SITE } = details;
  const known = await store.lock(ctx, number);
  if (!known) throw problem('not_found');
  const given = normalize(details.fields);
  const fields = details.isFilling ? withoutKnown(given, known) : given;
  if (details.isFilling && !Object.keys(fields).length) return get(ctx, known.guid);
  await store.update(ctx, number, withConsent(known, fields, ctx.now.toString()));
  const data = { contact_id: known.guid, client_id: number, source };
  if (!isByScript || (await isSynced(ctx))) ctx.emit(events.contactUpdated, data);
  if (!isLead(known) && isLead({ ...known, ...fields })) ctx.emit(events.visitorLead, data);
  return publishContact(ctx, known.guid);
}

/** What somebody decided with a link in an e-mail to their address. */
export async function recordConsent(
  ctx: InWidget,
  contact: store.AddressedContact,
  { consent, source }: { consent: boolean; source: string },
) {
  if (contact.email_consent === consent) return;
  const consent_before = consent ? null : contact.email_consent ? ('given' as const) : ('unknown' as const);
  await changeConsent(ctx, contact, { fields: { email_consent: consent, consent_before }, source });
}

/** After the recipient took back that they unsubscribed. */
export async function restoreConsent(ctx: InWidget, contact: store.AddressedContact) {
  const { email_consent, consent_before: before } = contact;
  if (email_consent !== false || before === null) return;
  const fields = { email_consent: before === 'given' ? true : null, consent_before: null };
  await changeConsent(ctx, contact, { fields, source: 'resubscribe' });
}

interface ConsentChange {
  fields: Pick<store.StoredFields, 'email_consent' | 'consent_before'>;
  source: string;
}

async function changeConsent(ctx: InWidget, contact: store.AddressedContact, { fields, source }: ConsentChange) {
  const email_consent_at = fields.email_consent === null ? null : ctx.now.toString();
  await store.update(ctx, contact.number, { ...fields, email_consent_at });
  ctx.emit(events.contactUpdated, { contact_id: contact.id, client_id: contact.number, source });
  await publishContact(ctx, contact.id);
}

/** What is given and not known yet. */
function withoutKnown(given: store.Fields, known: store.Fields): store.Fields {
  const isNew = ([name, value]: [string, unknown]) => value !== null && !known[name as keyof store.Fields];
  return Object.fromEntries(Object.entries(given).filter(isNew));
}

const isSynced = async (ctx: WidgetWork) => (await widgets.readSettings(ctx, ctx.widgetId)).widget_api_contact_sync;

export function isLead({ name, email, phone }: store.Fields) {
  return Boolean(name || email || phone);
}

export async function setCustomData(ctx: WidgetWork, number: number, custom_data: CustomField[]) {
  const known = await store.lock(ctx, number);
  if (!known) throw problem('not_found');
  await store.update(ctx, number, { custom_data });
  await publishContact(ctx, known.guid);
}

/** Takes effect at once: every node drops the contact's visitors from its cache. */
export async function setBlocked(ctx: Context, guid: string, isBlocked: boolean) {
  const known = await store.lock(ctx, guid);
  if (!known) throw problem('not_found');
  const { blocked_at } = await get(ctx, guid);
  if ((blocked_at !== null) !== isBlocked) {
    await store.update(ctx, known.number, { blocked_at: isBlocked ? ctx.now.toString() : null });
    ctx.notify('contact', known.number);
  }
  return publishContact(ctx, guid);
}

/** Foreign keys delete the contact's rows, the sweep their files. */
export async function remove(ctx: Context, guid: string) {
  await lockMerging(ctx, 'alone');
  await store.releaseFiles(ctx, guid);
  await store.removeDeliveries(ctx, guid);
  await store.removeUpdates(ctx, guid);
  await store.settleRecipients(ctx, guid);
  const ids = await store.listChats(ctx, guid);
  const number = await store.remove(ctx, guid);
  if (number === undefined) throw problem('not_found');
  if (ids.length) ctx.publish(agentLive.events.gone, inboxOf(ctx.widgetId), { ids });
  ctx.notify('contact', number);
}

export async function addTags(ctx: Context, guid: string, names: string[]) {
  const contact = await store.lock(ctx, guid);
  if (!contact) throw problem('not_found');
  const isChanged = await store.insertTags(ctx, contact.number, [...new Set(names.map((name) => name.trim()))]);
  if (isChanged) await recordTagging(ctx, { guid, number: contact.number });
  const tagged = await publishContact(ctx, guid);
  refuseTooManyTags(tagged.tags);
  return tagged;
}

/** Tags are part of the contact, so a new or removed one changes it. */
async function recordTagging(ctx: Context, { guid, number }: { guid: string; number: number }) {
  await store.update(ctx, number, {});
  ctx.emit(events.contactUpdated, { contact_id: guid, client_id: number, source: 'api' });
}

/** Counts duplicates once. */
export function refuseTooManyTags(tags: string[]) {
  if (new Set(tags).size > MAX_TAGS) throw invalid({ tags: `would exceed the limit of ${MAX_TAGS} per contact` });
}

export async function removeTag(ctx: Context, guid: string, name: string) {
  const contact = await store.lock(ctx, guid);
  if (!contact || !(await store.removeTags(ctx, contact.number, [name]))) throw problem('not_found');
  await recordTagging(ctx, contact);
  await publishContact(ctx, guid);
}

export function listTags(ctx: Context<Read>, query: Query<typeof api.tags.list, 'cursor' | 'limit'>) {
  return paged(ctx, query, {
    position: ({ name }: { name: string }) => [name],
    read: ([after = ''], limit) => store.listTagNames(ctx, { after, limit }),
    item: ({ name }) => name,
  });
}

export function normalize<F extends store.Fields>(fields: F): F {
  const { name, phone } = fields;
  return { ...fields, ...(name && { name: name.trim() }), ...(phone && { phone: phone.trim() }) };
}

/** By name: a value replaces, null removes, a missing one stays. */
export function mergeAttributes(known: Record<string, unknown>, changes: Record<string, unknown> = {}) {
  const entries = Object.entries({ ...known, ...changes }).filter(([, value]) => value !== null);
  const merged = Object.fromEntries(entries);
  if (entries.length > MAX_ATTRIBUTES) throw invalid({ attributes: `would exceed the limit of ${MAX_ATTRIBUTES}` });
  if (JSON.stringify(merged).length > MAX_ATTRIBUTES_CHARACTERS) {
    throw invalid({ attributes: `would exceed the limit of ${MAX_ATTRIBUTES_CHARACTERS} characters of JSON` });
  }
  return merged;
}
