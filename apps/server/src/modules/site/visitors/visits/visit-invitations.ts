import type { VisitorPrincipal } from '../../../../kernel/auth/principal.ts';
import type { SiteContext, WidgetContext } from '../../../../kernel/data/context.ts';
import * as contacts from '../../../people/contacts/index.ts';
import * as store from '../store.ts';
import * as visitStore from './store.ts';

// An agent can write to a visitor who has not opened the chat. That creates a contact, and the visit stores which: the
// visit id is known to that page alone, so its browser becomes the contact.

/** The contact created for the visit; null once it was erased or blocked. */
export async function findInvitedContact(ctx: WidgetContext, invitedAs: number | null) {
  if (invitedAs === null) return null;
  await contacts.lockAgainstMerge(ctx, invitedAs);
  const contact = await contacts.findByNumber(ctx, invitedAs);
  return contact?.blocked_at === null ? contact.number : null;
}

/**
 * A visitor with a token needs no invitation, so it is cleared and cannot be used by anyone else. If they are no
 * contact yet (they opened the chat on another page), they become the invited one. Returns their contact number.
 */
export async function redeem(
  ctx: SiteContext,
  visitor: VisitorPrincipal,
  { id, invitedAs }: visitStore.VisitInvitation,
) {
  if (invitedAs === null) return visitor.contactId;
  visitStore.update(ctx, id, { invited_as: null });
  const known = await store.lock(ctx, visitor.id);
  if (!known || known.contact_id !== null) return known?.contact_id ?? null;
  const contactNumber = await findInvitedContact(ctx, invitedAs);
  if (contactNumber === null) return null;
  store.update(ctx, known.id, { contact_id: contactNumber });
  if (known.custom_data.length) await contacts.setCustomData(ctx, contactNumber, known.custom_data);
  ctx.notify('visitor', known.id);
  return contactNumber;
}
