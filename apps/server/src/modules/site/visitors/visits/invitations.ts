import type { VisitorPrincipal } from '../../../../kernel/auth/principal.ts';
import type { SiteContext, WidgetContext } from '../../../../kernel/data/context.ts';
import * as contacts from '../../../people/contacts/index.ts';
import * as store from '../store.ts';
import * as visitStore from './visit-store.ts';

// An operator can write to somebody on the site who has not opened the chat. There is nobody to write to yet, so a contact
// is made and the visit remembers which: with the number of the visit, which only that page has, the browser becomes it.

/** The contact that was made for whoever is on the visit; null once it was erased or blocked. */
export async function findContact(ctx: WidgetContext, invitedAs: number | null) {
  if (invitedAs === null) return null;
  await contacts.hold(ctx, invitedAs);
  const contact = await contacts.findByNumber(ctx, invitedAs);
  return contact?.blocked_at === null ? contact.number : null;
}

/**
 * Whoever comes with a token has no use for the invitation any more, and nobody else gets in by it. If they are no contact
 * yet (they opened the chat on another page meanwhile), they are the one that was made for them. Gives who they are.
 */
export async function settle(ctx: SiteContext, visitor: VisitorPrincipal, { id, invitedAs }: visitStore.Invited) {
  if (invitedAs === null) return visitor.contactId;
  await visitStore.update(ctx, id, { invited_as: null });
  const known = await store.lock(ctx, visitor.id);
  if (!known || known.contact_id !== null) return known?.contact_id ?? null;
  const contactNumber = await findContact(ctx, invitedAs);
  if (contactNumber === null) return null;
  await store.update(ctx, known.id, { contact_id: contactNumber });
  if (known.custom_data.length) await contacts.setCustomData(ctx, contactNumber, known.custom_data);
  ctx.notify('visitor', known.id);
  return contactNumber;
}
