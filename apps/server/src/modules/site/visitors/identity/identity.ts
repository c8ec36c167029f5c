import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { site } from '@parley/contract';
import { hmac } from '../../../../infra/secrets/vault.ts';
import type { VisitorContext } from '../../../../kernel/data/context.ts';
import type { Body } from '../../../../kernel/http/inputs.ts';
import { problem } from '../../../../kernel/http/problems.ts';
import * as widgets from '../../../account/widgets/index.ts';
import * as chats from '../../../conversations/chats/index.ts';
import * as contacts from '../../../people/contacts/index.ts';
import { describe } from '../opening.ts';
import { requireApi } from '../service.ts';
import * as store from '../store.ts';
import { joinContacts } from './joining.ts';

const LONGEST_SECONDS = 30 * 86_400;

type Proof = Body<typeof site.visitor.identify, 'user_id' | 'expires' | 'signature'>;

/**
 * The site has proven which of its users the visitor is: from here on they are the contact of that user, on this device as
 * on all others. What they wrote before, under no proven name, becomes a part of that contact's chat.
 */
export async function identify(ctx: VisitorContext, proof: Proof) {
  requireApi(ctx);
  await requireProof(ctx, proof);
  // A site says it on every page: what is so already needs no lock.
  const known = await store.findAsUser(ctx, proof.user_id);
  if (known !== undefined) return describe(ctx, known);
  await contacts.lockMerging(ctx, 'shared');
  await contacts.lockUser(ctx, proof.user_id);
  const visitor = await store.lockWithOthers(ctx);
  if (!visitor) throw problem('token_invalid');
  return describe(ctx, await becomeUser(ctx, visitor, proof.user_id));
}

/** One answer for all that may be wrong. A widget without a key is compared with one that nobody has. */
async function requireProof(ctx: VisitorContext, { user_id, expires, signature }: Proof) {
  const key = await widgets.findIdentityKey(ctx, ctx.widgetId);
  const right = hmac(key === null ? randomBytes(32) : Buffer.from(key), `${user_id}.${expires}`);
  const isSigned = timingSafeEqual(right, Buffer.from(signature, 'hex'));
  const seconds = expires - ctx.now.epochMilliseconds / 1_000;
  if (!isSigned || seconds <= 0 || seconds > LONGEST_SECONDS) throw problem('identity_invalid');
}

/** Gives the number of the contact that they are now. The visitor is locked. */
async function becomeUser(ctx: VisitorContext, visitor: store.LockedVisitor, userId: string) {
  const locked = await contacts.lockBoth(ctx, visitor.contact_id, userId);
  const own = locked.find(({ number }) => number === visitor.contact_id);
  const known = locked.find(({ user_id }) => user_id === userId);
  if (own?.blocked_at || known?.blocked_at) throw problem('visitor_blocked');
  if (own && own === known) return own.number;
  const isOfAnother = own !== undefined && own.user_id !== null;
  if (own && !isOfAnother) return join(ctx, own, { known, userId });
  // What the site said of somebody else is not said of them.
  const custom_data = isOfAnother ? [] : visitor.custom_data;
  const number = known?.number ?? (await contacts.createVisitor(ctx, { user_id: userId, custom_data })).number;
  if (known && custom_data.length) await contacts.setCustomData(ctx, number, custom_data);
  await store.update(ctx, visitor.id, { contact_id: number, custom_data });
  ctx.notify('visitor', visitor.id);
  return number;
}

interface Target {
  known: contacts.LockedContact | undefined;
  userId: string;
}

/**
 * Whoever has no proven name gets one, or becomes a part of who has it. Whose chat was put aside as spam stays who they are,
 * and is not told so: it would be a way out of it, or spam would come to the chat of somebody known.
 */
async function join(ctx: VisitorContext, own: contacts.LockedContact, { known, userId }: Target) {
  const pairs = await chats.lockPairs(ctx, own.number, known?.number ?? 0);
  if (pairs.some(({ chat }) => chat.state === 'spam')) return own.number;
  if (!known) return (await contacts.setUser(ctx, own.number, userId)).number;
  // What the site said of them last is what it says of them now.
  const custom_data = own.custom_data.length ? own.custom_data : known.custom_data;
  await joinContacts(ctx, pairs, { from: own, into: known, custom_data, source: 'widget' });
  return known.number;
}
