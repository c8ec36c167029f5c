import { events } from '@parley/contract';
import type { InWidget } from '../../../kernel/data/context.ts';
import { withConsent } from './consent.ts';
import { isLead, publishContact } from './service.ts';
import * as store from './store.ts';
import type { CustomField } from './tables.ts';

export interface IntegrationData {
  fields?: { name?: string; email?: string; phone?: string; description?: string };
  crm_data?: CustomField[];
  crm_link?: string;
}

const MAX_LENGTHS = { name: 255, email: 254, phone: 64, description: 10_000 };

/**
 * Stores contact data from an integration's response. Invalid values are dropped: there is no caller to report them to.
 */
export async function applyIntegrationData(
  ctx: InWidget,
  number: number,
  { fields = {}, crm_data, crm_link }: IntegrationData,
) {
  const known = await store.lock(ctx, number);
  if (!known) return;
  const changed = Object.entries(fields)
    .map(([name, value]) => [name as keyof typeof MAX_LENGTHS, value.trim()] as const)
    .filter(([name, value]) => fits(name, value) && known[name] !== value);
  const given: store.Fields = Object.fromEntries(changed);
  const changes = withConsent(known, given, ctx.now.toString());
  await store.update(ctx, number, { ...changes, ...(crm_data && { crm_data }), ...(crm_link && { crm_link }) });
  const data = { contact_id: known.guid, client_id: number, source: 'webhook' };
  if (changed.length) ctx.emit(events.contactUpdated, data);
  if (!isLead(known) && isLead({ ...known, ...changes })) ctx.emit(events.visitorLead, data);
  await publishContact(ctx, known.guid);
}

function fits(name: keyof typeof MAX_LENGTHS, value: string) {
  return value.length > 0 && value.length <= MAX_LENGTHS[name] && (name !== 'email' || /^[^\s@]+@[^\s@]+$/.test(value));
}
