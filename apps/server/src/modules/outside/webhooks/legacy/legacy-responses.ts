import { HIDDEN } from '@parley/content/personal-data';
import type { Read, UnitOfWork } from '../../../../kernel/data/context.ts';
import type { LeasedDelivery } from '../../../../kernel/data/leased-delivery.ts';
import * as contacts from '../../../people/contacts/index.ts';
import { findWidget } from './store.ts';

/** Responses to other events are ignored. */
const PARSED_EVENTS = ['chat_accepted', 'chat_updated'];
const MAX_FIELDS = 20;
const MAX_LENGTH = 1_000;

/** Stores what an integration's response says about the contact, for agents to see. Any other response is fine too. */
export async function applyResponse(unitOfWork: UnitOfWork, delivery: LeasedDelivery, text: string) {
  if (!PARSED_EVENTS.includes(delivery.type)) return;
  const contactData = readContactData(text);
  const subject = contactData && (await unitOfWork.read((work) => findSubject(work, delivery)));
  if (!subject) return;
  const { client_id, tenant } = subject;
  await unitOfWork.write({ tenant }, (work) =>
    contacts.applyIntegrationData({ ...work, widgetId: tenant.widgetId }, client_id, contactData),
  );
}

/** The contact and tenant of the event. */
async function findSubject(work: Read, { widget_id: widgetId, data }: LeasedDelivery) {
  const found = await findWidget(work, widgetId);
  if (!found || typeof data?.client_id !== 'number') return undefined;
  const tenant = { widgetId, accountId: found.account_id, buttonGuid: found.button_guid };
  return { client_id: data.client_id, tenant };
}

function readContactData(text: string) {
  const response = parseObject(text);
  if (!response) return undefined;
  const contactData = {
    fields: fieldsOf(response.contact_info),
    crm_data: Array.isArray(response.custom_data)
      ? response.custom_data.slice(0, MAX_FIELDS).flatMap(toField)
      : undefined,
    crm_link: toLink(response.crm_link) ?? undefined,
  };
  return contactData.fields || contactData.crm_data || contactData.crm_link ? contactData : undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Scrubbed values may come back: skip them. */
function fieldsOf(contactInfo: unknown) {
  if (typeof contactInfo !== 'object' || contactInfo === null) return undefined;
  const known = Object.entries(contactInfo).filter(
    ([name, value]) =>
      ['name', 'email', 'phone', 'description'].includes(name) &&
      typeof value === 'string' &&
      value.trim() !== '' &&
      !value.includes(HIDDEN),
  );
  return known.length ? (Object.fromEntries(known) as Record<string, string>) : undefined;
}

function toField(item: unknown) {
  const { title, content, link } = (item ?? {}) as Record<string, unknown>;
  if (typeof content !== 'string' && typeof content !== 'number') return [];
  return [{ title: toText(title), content: String(content).slice(0, MAX_LENGTH), link: toLink(link) }];
}

function toText(value: unknown) {
  return typeof value === 'string' && value ? value.slice(0, MAX_LENGTH) : null;
}

/** Agents will click on it. */
function toLink(value: unknown) {
  const url = typeof value === 'string' && value.length <= 2_048 ? URL.parse(value) : null;
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null;
}
