import { type api, recipientsReasons, type SuppressionReason } from '@parley/contract';
import type { Context, InWidget, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import { maskAddress, normalizeAddress } from './addresses.ts';
import { ensureHashing, findHashing } from './hashing.ts';
import * as store from './store.ts';

type ListQuery = Query<typeof api.suppressions.list, 'channel' | 'reason' | 'cursor' | 'limit'>;

export async function list(ctx: Context<Read>, { channel, reason, ...query }: ListQuery) {
  if (channel !== undefined && !(await isChannel(ctx, channel))) throw problem('not_found');
  return paged(ctx, query, {
    position: ({ id }: { id: number }) => [id],
    read: ([before], limit) => store.list(ctx, { before, limit, channel, reason }),
    item: (row) => row,
  });
}

type NewSuppression = Body<typeof api.suppressions.create, 'channel' | 'address' | 'contact_id'>;

export async function create(ctx: Context, { channel, address, contact_id }: NewSuppression) {
  if (!(await isChannel(ctx, channel))) throw invalid({ channel: 'is not a channel of this widget' });
  if (contact_id !== undefined) return suppressContact(ctx, channel, contact_id, address);
  checkAddress(channel, address ?? '');
  return suppress(ctx, { channel, address: address ?? '', reason: 'manual' });
}

async function suppressContact(ctx: Context, channel: string, guid: string, address: string | undefined) {
  if (address !== undefined) throw invalid({ contact_id: 'is not allowed with address. Pass one of them' });
  const number = await store.findContact(ctx, guid);
  if (number === undefined) throw invalid({ contact_id: 'is not a contact of this widget' });
  const [first] = await suppressAll(ctx, { channel, number, reason: 'manual' });
  if (!first) throw invalid({ contact_id: 'has no address on this channel' });
  return first;
}

const MAX_EMAIL = 254;

function checkAddress(channel: string, address: string) {
  const given = normalizeAddress(channel, address);
  const isEmail = given.length <= MAX_EMAIL && /^[^\s@]+@[^\s@]+$/.test(given);
  if (channel === 'email' && !isEmail) throw invalid({ address: 'must be an e-mail address' });
  if (channel === 'service' && !/^[0-9a-f]{32}$/.test(given)) throw invalid({ address: 'must be the id of a contact' });
}

/** What the recipient asked for only they undo. */
export async function remove(ctx: Context, id: number) {
  const found = await store.lock(ctx, id);
  if (!found) throw problem('not_found');
  if (isByRecipient(found.reason)) throw problem('suppressed_by_recipient');
  await store.remove(ctx, id);
}

const isByRecipient = (reason: SuppressionReason) => recipientsReasons.some((each) => each === reason);

async function isChannel(ctx: InWidget<Read>, channel: string) {
  const id = channelIdOf(channel);
  return id === undefined || store.hasChannel(ctx, id);
}

const channelIdOf = (channel: string) => {
  const [, id] = /^ch(\d+)$/.exec(channel) ?? [];
  return id === undefined ? undefined : Number(id);
};

interface Address {
  /** `email`, or a channel of broadcasts. */
  channel: string;
  /** Of `service`, the contact's id; of other channels, the person's id there. */
  address: string;
}

/** From now on the address gets no marketing. */
export async function suppress(ctx: InWidget, { channel, address, reason }: Address & { reason: SuppressionReason }) {
  const { hash } = await ensureHashing(ctx);
  const masked = maskAddress(channel, normalizeAddress(channel, address));
  return store.upsert(ctx, { channel, hash: hash(channel, address), address: masked, reason });
}

interface OfContact {
  channel: string;
  number: number;
  reason: SuppressionReason;
}

/** Every address that a contact has on the channel. */
export async function suppressAll(ctx: InWidget, { channel, number, reason }: OfContact) {
  const suppressed = [];
  for (const { address } of await listAddresses(ctx, channel, [number])) {
    suppressed.push(await suppress(ctx, { channel, address, reason }));
  }
  return suppressed;
}

/** For who knows the hash alone: the recipient of a link. */
export const suppressHash = (ctx: InWidget, given: store.NewSuppression) => store.upsert(ctx, given);

export const liftHash = (ctx: InWidget, channel: string, hash: Buffer) =>
  store.removeByHash(ctx, channel, hash, [...recipientsReasons]);

export async function findReasonOfHash(ctx: InWidget<Read>, channel: string, hash: Buffer) {
  const [found] = await store.listByHashes(ctx, channel, [hash]);
  return found?.reason;
}

/** Ends suppressions of an address for these reasons; says whether there was one. */
export async function lift(ctx: InWidget, { channel, address, reasons }: Address & { reasons: SuppressionReason[] }) {
  const { hash } = await ensureHashing(ctx);
  return store.removeByHash(ctx, channel, hash(channel, address), reasons);
}

/** The same for every address that a contact has on the channel. */
export async function liftAll(
  ctx: InWidget,
  { channel, number, reasons }: Omit<OfContact, 'reason'> & { reasons: SuppressionReason[] },
) {
  for (const { address } of await listAddresses(ctx, channel, [number])) await lift(ctx, { channel, address, reasons });
}

/** For `hashOf`; undefined if nobody is suppressed on the channel. */
export async function findPads(ctx: InWidget<Read>, channel: string) {
  const [{ pads }, isUsed] = await Promise.all([findHashing(ctx), store.hasAny(ctx, channel)]);
  return isUsed ? pads : undefined;
}

/** Why an address is suppressed; undefined if it is not. */
export async function findReason(ctx: InWidget<Read>, { channel, address }: Address) {
  return (await findReasons(ctx, channel, [address])).get(address);
}

/** The suppressed ones of many addresses, with the reason. */
async function findReasons(ctx: InWidget<Read>, channel: string, addresses: string[]) {
  const { hash } = await findHashing(ctx);
  const hashes = addresses.map((address) => hash(channel, address));
  const found = addresses.length ? await store.listByHashes(ctx, channel, hashes) : [];
  const reasons = new Map(found.map((row) => [row.hash.toString('hex'), row.reason]));
  return new Map(
    addresses.flatMap((address, at) => {
      const reason = reasons.get(hashes[at]?.toString('hex') ?? '');
      return reason ? [[address, reason] as const] : [];
    }),
  );
}

/** The contacts of which an address on the channel is suppressed, by number, with the reason. */
export async function findContacts(ctx: InWidget<Read>, channel: string, numbers: number[]) {
  const addresses = await listAddresses(ctx, channel, numbers);
  const reasons = await findReasons(
    ctx,
    channel,
    addresses.map(({ address }) => address),
  );
  return new Map(
    addresses.flatMap(({ number, address }) => {
      const reason = reasons.get(address);
      return reason ? [[number, reason] as const] : [];
    }),
  );
}

function listAddresses(ctx: InWidget<Read>, channel: string, numbers: number[]) {
  if (channel === 'email') return store.listEmails(ctx, numbers);
  if (channel === 'service') return store.listGuids(ctx, numbers);
  const id = channelIdOf(channel);
  return id === undefined ? store.listPeople(ctx, channel, numbers) : store.listChannelClients(ctx, id, numbers);
}

/** Consent at an address that its owner unsubscribed is theirs alone to give. */
export async function refuseConsent(ctx: InWidget<Read>, address: string) {
  const reason = await findReason(ctx, { channel: 'email', address });
  if (reason && isByRecipient(reason)) throw problem('suppressed_by_recipient');
}

/** The e-mail addresses of which consent is refused. */
export async function listRefused(ctx: InWidget<Read>, addresses: string[]) {
  const found = await findReasons(ctx, 'email', addresses);
  return new Set([...found].flatMap(([address, reason]) => (isByRecipient(reason) ? address : [])));
}

/** After a merge: who is left is as unsubscribed on the site as either was. */
export async function carryOver(ctx: InWidget, from: string, into: string) {
  const { hash } = await findHashing(ctx);
  const [found] = await store.listByHashes(ctx, 'service', [hash('service', from)]);
  for (const reason of [found?.previous_reason, found?.reason])
    if (reason) await suppress(ctx, { channel: 'service', address: into, reason });
}
