import type { WidgetWork } from '../../../kernel/data/context.ts';
import * as contacts from '../../people/contacts/index.ts';
import type { Connection } from '../connections/index.ts';
import type { Person } from '../drivers/index.ts';
import * as links from '../links/index.ts';
import * as store from './store.ts';

/** Vendors that know a person by another id in each account of ours. */
const BY_ACCOUNT = ['fb', 'apple', 'avito'];

/** The vendor's id of a person, as one across connections. */
const personIdOf = ({ provider, account_id }: Connection, { id }: Person) =>
  BY_ACCOUNT.includes(provider) ? `${account_id ?? ''}:${id}` : id;

interface Known {
  number: number;
  isNew: boolean;
  isBlocked: boolean;
  isNamed: boolean;
  /** In one of their chats, as far as we know. */
  hasBlockedUs: boolean;
  /** Whether a link of ours led them here. */
  isByLink: boolean;
}

interface Arrival {
  person: Person;
  code?: string;
}

/** The contact of a person who wrote. Nobody is matched by a name or a number; only a link of ours proves who it is. */
export async function ensureContact(ctx: WidgetWork, connection: Connection, arrival: Arrival): Promise<Known> {
  const known = await findContact(ctx, connection, arrival);
  if (known) return known;
  const { provider } = connection;
  const { number } = await contacts.createVisitor(ctx, fieldsOf(arrival.person), provider);
  store.insertPerson(ctx, provider, personIdOf(connection, arrival.person), number);
  const isNamed = arrival.person.name !== undefined;
  return { number, isNew: true, isBlocked: false, hasBlockedUs: false, isNamed, isByLink: false };
}

/** The contact of a person who is known, or came by a link. The link is used up in any case. */
export async function findContact(
  ctx: WidgetWork,
  connection: Connection,
  { person, code }: Arrival,
): Promise<Known | undefined> {
  const { provider } = connection;
  const externalId = personIdOf(connection, person);
  const linked = code === undefined ? undefined : await links.redeem(ctx, { code, provider });
  const isByLink = linked !== undefined;
  const found = await store.findPerson(ctx, provider, externalId);
  if (found) return { ...(await fill(ctx, found, person)), isByLink };
  await store.lockPerson(ctx, provider, externalId);
  const added = await store.findPerson(ctx, provider, externalId);
  if (added) return { ...(await fill(ctx, added, person)), isByLink };
  const contact = linked === undefined ? undefined : await contacts.findByNumber(ctx, linked);
  if (!contact) return undefined;
  store.insertPerson(ctx, provider, externalId, contact.number);
  return { ...(await fill(ctx, { ...contact, has_blocked_us: false }, person)), isByLink };
}

/** Who a conversation was begun with is its contact, also where the vendor did not say at once who that is. */
export async function joinContact(
  ctx: WidgetWork,
  connection: Connection,
  contact: store.KnownContact,
  person: Person,
): Promise<Known> {
  store.insertPerson(ctx, connection.provider, personIdOf(connection, person), contact.number);
  return { ...(await fill(ctx, contact, person)), isByLink: false };
}

const MAX_NAME = 255;
const MAX_PHONE = 64;

function fieldsOf({ name, phone }: Person) {
  const shown = name?.trim().slice(0, MAX_NAME).toWellFormed();
  const number = phone?.trim().slice(0, MAX_PHONE);
  return { ...(shown && { name: shown }), ...(number && { phone: number }) };
}

/** What the vendor knows fills empty fields. */
async function fill(ctx: WidgetWork, found: store.KnownContact, person: Person) {
  const { number, name, phone, blocked_at, has_blocked_us: hasBlockedUs } = found;
  const known = { number, isNew: false, isBlocked: blocked_at !== null, hasBlockedUs, isNamed: Boolean(name) };
  const fields = fieldsOf(person);
  const isNews = (!name && fields.name) || (!phone && fields.phone);
  if (isNews && !known.isBlocked) {
    await contacts.recordDetails(ctx, number, { fields, isByScript: false, source: 'messenger', isFilling: true });
  }
  return known;
}
