import type { InWidget, Read } from '../../../kernel/data/context.ts';
import * as contacts from '../contacts/index.ts';
import * as recipients from '../recipients/index.ts';
import * as suppressions from '../suppressions/index.ts';
import type { Link } from './links.ts';

const CHANNEL = 'email';

type Recipient = Pick<Link, 'contact' | 'hash'>;

/** Whether the address gets no marketing because the recipient said so. */
export async function isUnsubscribed(ctx: InWidget<Read>, { hash }: Link) {
  const reason = await suppressions.findReasonOfHash(ctx, CHANNEL, hash);
  return reason === 'unsubscribed' || reason === 'complained';
}

/** Contacts are locked first, as everybody who changes consent locks them. */
export async function unsubscribe(ctx: InWidget, link: Link) {
  const all = await lockRecipients(ctx, link);
  const { hash, address, campaignId } = link;
  await suppressions.suppressHash(ctx, { channel: CHANNEL, hash, address, reason: 'unsubscribed', campaignId });
  if (campaignId !== null) recipients.recordUnsubscribedMail(ctx, campaignId, hash);
  for (const each of all) await contacts.recordConsent(ctx, each, { consent: false, source: 'unsubscribe' });
}

/** The recipient reported an e-mail as spam. */
export async function complain(ctx: InWidget, { contact, hash, address }: Recipient & Pick<Link, 'address'>) {
  const all = await lockRecipients(ctx, { contact, hash });
  await suppressions.suppressHash(ctx, { channel: CHANNEL, hash, address, reason: 'complained' });
  for (const each of all) await contacts.recordConsent(ctx, each, { consent: false, source: 'complaint' });
}

/** Undoes `unsubscribe`, and nothing else: who had not agreed before has not agreed by it. */
export async function resubscribe(ctx: InWidget, link: Link) {
  const all = await lockRecipients(ctx, link);
  if (!(await suppressions.liftHash(ctx, CHANNEL, link.hash))) return;
  for (const each of all) await contacts.restoreConsent(ctx, each);
}

/** The recipient agreed in a form, and proves now that the address is theirs. Says whether anybody has it. */
export async function confirm(ctx: InWidget, link: Link) {
  const all = await lockRecipients(ctx, link);
  if (!all.length) return false;
  await suppressions.liftHash(ctx, CHANNEL, link.hash);
  for (const each of all) await contacts.recordConsent(ctx, each, { consent: true, source: 'confirmation' });
  return true;
}

/** Everybody with the address of the link, also if its contact has another one since or is gone. */
async function lockRecipients(ctx: InWidget, { contact, hash }: Recipient) {
  const hashing = await suppressions.ensureHashing(ctx);
  const same = await contacts.lockByAddress(ctx, contact);
  const all = same.filter(({ email }) => hashing.hash(CHANNEL, email ?? '').equals(hash));
  return all.length ? all : contacts.lockByHash(ctx, hashing.pads, hash);
}
