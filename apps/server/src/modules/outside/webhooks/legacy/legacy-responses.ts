import type { Read, UnitOfWork } from '../../../../kernel/data/context.ts';
import { HIDDEN } from '../../../../kernel/data/scrub.ts';
import type { LeasedDelivery } from '../../../../kernel/deliveries/store.ts';
import * as contacts from '../../../people/contacts/index.ts';
import { findWidget } from './store.ts';

/** Responses to other events are ignored. */
const PARSED_EVENTS = ['chat_accepted', 'chat_updated'];
const MAX_FIELDS = 20;
const MAX_LENGTH = 1_000;

/** Stores what an integration's response says about the contact, for agents to see. Any other response is fine too. */
export async function applyResponse(unitOfWork: UnitOfWork, delivery: LeasedDelivery, text: string) {
  if (!PARSED_EVENTS.includes(delivery.type)) return;
  const said = readContactData(text);
  const about = said && (await unitOfWork.read((work) => findSubject(work, delivery)));
  if (!about) return;
  const { client_id, tenant } = about;
  await unitOfWork.write({ tenant }, (work) =>
    contacts.applyIntegrationData({ ...work, widgetId: tenant.widgetId }, client_id, said),
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
  const answer = parseObject(text);
  if (!answer) return undefined;
  const said = {
    fields: fieldsOf(answer.contact_info),
    crm_data: Array.isArray(answer.custom_data) ? answer.custom_data.slice(0, MAX_FIELDS).flatMap(toField) : undefined,
    crm_link: toLink(answer.crm_link) ?? undefined,
  };
  return said.fields || said.crm_data || said.crm_link ? said : undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const answer = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** Scrubbed values may come back: skip them. */
function fieldsOf(given: unknown) {
  if (typeof given !== 'object' || given === null) return undefined;
  const known = Object.entries(given).filter(
    ([name, value]) =>
      ['name', 'email', 'phone', 'description'].includes(name) &&
      typeof value === 'string' &&
      value.trim() !== '' &&
      !value.includes(HIDDEN),
  );
  return known.length ? (Object.fromEntries(known) as Record<string, string>) : undefined;
}

function toField(given: unknown) {
  const { title, content, link } = (given ?? {}) as Record<string, unknown>;
  if (typeof content !== 'string' && typeof content !== 'number') return [];
  return [{ title: toText(title), content: String(content).slice(0, MAX_LENGTH), link: toLink(link) }];
}

function toText(given: unknown) {
  return typeof given === 'string' && given ? given.slice(0, MAX_LENGTH) : null;
}

/** Agents will click on it. */
function toLink(given: unknown) {
  const url = typeof given === 'string' && given.length <= 2_048 ? URL.parse(given) : null;
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null;
}
