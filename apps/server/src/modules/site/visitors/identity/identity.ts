import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { site } from '@parley/contract';
import { hmac } from '../../../../infra/secrets/vault.ts';
import type { VisitorContext } from '../../../../kernel/data/context.ts';
import type { Body } from '../../../../kernel/http/inputs.ts';
import { problem } from '../../../../kernel/problems.ts';
import * as widgets from '../../../account/widgets/index.ts';
import * as chats from '../../../conversations/chats/index.ts';
import * as contacts from '../../../people/contacts/index.ts';
import { readInitialState } from '../open-chat.ts';
import { requireApi } from '../service.ts';
import * as store from '../store.ts';
import { mergeContacts } from './merge-contacts.ts';

const MAX_LIFETIME_SECONDS = 30 * 86_400;

type Identity = Body<typeof site.visitor.identify, 'user_id' | 'expires' | 'signature'>;

/**
 * Turns the visitor into the contact of a verified user, on this device as on all others. An unverified contact they
 * were before is merged into it.
 */
export async function identify(ctx: VisitorContext, identity: Identity) {
  requireApi(ctx);
  await requireValidSignature(ctx, identity);
  // Sites identify on every page: skip locking when nothing changes.
  const known = await store.findAsUser(ctx, identity.user_id);
  if (known !== undefined) return readInitialState(ctx, known);
  await contacts.lockMerging(ctx, 'shared');
  await contacts.lockUser(ctx, identity.user_id);
  const visitor = await store.lockWithOtherBrowsers(ctx);
  if (!visitor) throw problem('token_invalid');
  return readInitialState(ctx, await becomeUser(ctx, visitor, identity.user_id));
}

/** One response for every reason. A widget without a key is checked against a random one, to take the same time. */
async function requireValidSignature(ctx: VisitorContext, { user_id, expires, signature }: Identity) {
  const key = await widgets.findIdentityKey(ctx, ctx.widgetId);
  const expected = hmac(key === null ? randomBytes(32) : Buffer.from(key), `${user_id}.${expires}`);
  const isSigned = timingSafeEqual(expected, Buffer.from(signature, 'hex'));
  const seconds = expires - ctx.now.epochMilliseconds / 1_000;
  if (!isSigned || seconds <= 0 || seconds > MAX_LIFETIME_SECONDS) throw problem('identity_invalid');
}

/** Returns the visitor's new contact number. The visitor is locked. */
async function becomeUser(ctx: VisitorContext, visitor: store.LockedVisitor, userId: string) {
  const locked = await contacts.lockBoth(ctx, visitor.contact_id, userId);
  const own = locked.find(({ number }) => number === visitor.contact_id);
  const known = locked.find(({ user_id }) => user_id === userId);
  if (own?.blocked_at || known?.blocked_at) throw problem('visitor_blocked');
  if (own && own === known) return own.number;
  const isOfAnother = own !== undefined && own.user_id !== null;
  if (own && !isOfAnother) return verifyContact(ctx, own, { known, userId });
  // Custom data of another user does not carry over.
  const custom_data = isOfAnother ? [] : visitor.custom_data;
  const number = known?.number ?? (await contacts.createVisitor(ctx, { user_id: userId, custom_data })).number;
  if (known && custom_data.length) await contacts.setCustomData(ctx, number, custom_data);
  store.update(ctx, visitor.id, { contact_id: number, custom_data });
  ctx.notify('visitor', visitor.id);
  return number;
}

interface VerifiedUser {
  known: contacts.LockedContact | undefined;
  userId: string;
}

/**
 * An unverified contact gets the user id or is merged into the contact that has it. One whose chat is spam silently
 * stays as it is: otherwise spam could escape its state or reach a known user's chat.
 */
async function verifyContact(ctx: VisitorContext, own: contacts.LockedContact, { known, userId }: VerifiedUser) {
  const pairs = await chats.lockPairs(ctx, own.number, known?.number ?? 0);
  if (pairs.some(({ chat }) => chat.state === 'spam')) return own.number;
  if (!known) return (await contacts.setUser(ctx, own.number, userId)).number;
  // The site's latest custom data wins.
  const custom_data = own.custom_data.length ? own.custom_data : known.custom_data;
  await mergeContacts(ctx, pairs, { from: own, into: known, custom_data, source: 'widget' });
  return known.number;
}
