import type { WidgetContext } from '../../kernel/context.ts';
import { introduce } from './service.ts';
import type { Fields } from './store.ts';
import { copyTags, type LockedContact, removeNumber } from './user-store.ts';

const MOST_ATTRIBUTES = 100;

/** The site has proven who a contact is. */
export const setUser = (ctx: WidgetContext, number: number, user_id: string) =>
  introduce(ctx, number, { fields: { user_id }, isByScript: true });

/**
 * What was known of somebody before they turned out to be a known user goes to the contact of that user, as far as that
 * one has nothing of the kind. What the site said of them last is what it says of them now. Both are locked, and all else
 * that was the first one's has gone over already.
 */
export async function absorb(ctx: WidgetContext, from: LockedContact, into: LockedContact) {
  const fields: Fields = {
    name: into.name ?? from.name,
    email: into.email ?? from.email,
    phone: into.phone ?? from.phone,
    description: into.description ?? from.description,
    attributes: together(into.attributes, from.attributes),
    ...(from.custom_data.length && { custom_data: from.custom_data }),
  };
  await copyTags(ctx, from.number, into.number);
  await removeNumber(ctx, from.number);
  await introduce(ctx, into.number, { fields, isByScript: true });
  ctx.notify('contact', from.number);
}

/** The first ones count, and the others as far as there is room for them. */
function together(own: Record<string, unknown>, others: Record<string, unknown>) {
  const added = Object.entries(others).filter(([name]) => !(name in own));
  return Object.fromEntries([...Object.entries(own), ...added].slice(0, MOST_ATTRIBUTES));
}
