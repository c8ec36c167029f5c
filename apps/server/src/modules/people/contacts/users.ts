import type { WidgetContext } from '../../../kernel/data/context.ts';
import { introduce } from './service.ts';
import type { Fields } from './store.ts';
import type { CustomField } from './tables.ts';
import { copyTags, type LockedContact, removeNumber } from './user-store.ts';

const MOST_ATTRIBUTES = 100;

/** The site has proven who a contact is. */
export const setUser = (ctx: WidgetContext, number: number, user_id: string) =>
  introduce(ctx, number, { fields: { user_id }, isByScript: true });

interface Absorption {
  from: LockedContact;
  into: LockedContact;
  /** What the site says of them now. */
  custom_data: CustomField[];
  /** Who says that the two are one. */
  source: 'api' | 'widget';
}

/**
 * What was known of a contact that turns out to be another one goes to that one, as far as it has nothing of the kind.
 * Both are locked, and all else that was the first one's has gone over already.
 */
export async function absorb(ctx: WidgetContext, { from, into, custom_data, source }: Absorption) {
  const userId = into.user_id ?? from.user_id;
  const fields: Fields = {
    name: into.name ?? from.name,
    email: into.email ?? from.email,
    phone: into.phone ?? from.phone,
    description: into.description ?? from.description,
    ...(userId !== null && { user_id: userId }),
    attributes: together(into.attributes, from.attributes),
    custom_data,
    crm_data: into.crm_data.length ? into.crm_data : from.crm_data,
    crm_link: into.crm_link ?? from.crm_link,
  };
  await copyTags(ctx, from.number, into.number);
  await removeNumber(ctx, from.number);
  await introduce(ctx, into.number, { fields, isByScript: source === 'widget', source });
  ctx.notify('contact', from.number);
}

/** The first ones count, and the others as far as there is room for them. */
function together(own: Record<string, unknown>, others: Record<string, unknown>) {
  const added = Object.entries(others).filter(([name]) => !(name in own));
  return Object.fromEntries([...Object.entries(own), ...added].slice(0, MOST_ATTRIBUTES));
}
