import type { WidgetContext } from '../../../../kernel/data/context.ts';
import * as suppressions from '../../suppressions/index.ts';
import { mergeConsent } from '../consent.ts';
import { recordDetails } from '../service.ts';
import type { StoredFields } from '../store.ts';
import type { CustomField } from '../tables.ts';
import { copyTags, type LockedContact, removeByNumber } from './store.ts';

const MAX_ATTRIBUTES = 100;

export const setUser = (ctx: WidgetContext, number: number, user_id: string) =>
  recordDetails(ctx, number, { fields: { user_id }, isByScript: true });

interface FieldMerge {
  from: LockedContact;
  into: LockedContact;
  /** The site's current custom data. */
  custom_data: CustomField[];
  /** Who merges: identification or an agent. */
  source: 'api' | 'widget';
}

/**
 * Fills empty fields of the remaining contact from the merged one, and deletes that. Both are locked, and everything
 * else has already moved.
 */
export async function mergeFields(ctx: WidgetContext, { from, into, custom_data, source }: FieldMerge) {
  const userId = into.user_id ?? from.user_id;
  const email = into.email ?? from.email;
  const fields: StoredFields = {
    name: into.name ?? from.name,
    email,
    ...mergeConsent(into, from, email),
    phone: into.phone ?? from.phone,
    description: into.description ?? from.description,
    ...(userId !== null && { user_id: userId }),
    attributes: combineAttributes(into.attributes, from.attributes),
    custom_data,
    crm_data: into.crm_data.length ? into.crm_data : from.crm_data,
    crm_link: into.crm_link ?? from.crm_link,
  };
  await suppressions.carryOver(ctx, from.id, into.id);
  await copyTags(ctx, from.number, into.number);
  await removeByNumber(ctx, from.number);
  await recordDetails(ctx, into.number, { fields, isByScript: source === 'widget', source });
  ctx.notify('contact', from.number);
}

/** Own values win; others are added while they fit. */
function combineAttributes(own: Record<string, unknown>, others: Record<string, unknown>) {
  const added = Object.entries(others).filter(([name]) => !(name in own));
  return Object.fromEntries([...Object.entries(own), ...added].slice(0, MAX_ATTRIBUTES));
}
