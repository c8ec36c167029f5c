import type { Read, UnitOfWork } from '../../../../kernel/data/context.ts';
import { HIDDEN } from '../../../../kernel/data/scrub.ts';
import type { LeasedDelivery } from '../../../../kernel/deliveries/queue.ts';
import * as contacts from '../../../people/contacts/index.ts';

/** Answers to these are read; to the others nothing is said. */
const HEEDED = ['chat_accepted', 'chat_updated'];
const MOST_FIELDS = 20;
const LONGEST = 1_000;

/** What the other side may say of a contact, for the agents to see. It may say anything else, or nothing, as well. */
export async function heed(unitOfWork: UnitOfWork, delivery: LeasedDelivery, text: string) {
  if (!HEEDED.includes(delivery.type)) return;
  const said = read(text);
  const about = said && (await unitOfWork.read((work) => findSubject(work, delivery)));
  if (!about) return;
  const { client_id, tenant } = about;
  await unitOfWork.write({ tenant }, (work) =>
    contacts.heedIntegration({ ...work, widgetId: tenant.widgetId }, client_id, said),
  );
}

/** Whom the event was about, and whose event it was. */
async function findSubject({ sql }: Read, { widget_id: widgetId, data }: LeasedDelivery) {
  const [found] = await sql<{ account_id: number; button_guid: string }>({
    text: 'SELECT account_id, button_guid FROM widgets WHERE id = $1',
    values: [widgetId],
  });
  if (!found || typeof data?.client_id !== 'number') return undefined;
  const tenant = { widgetId, accountId: found.account_id, buttonGuid: found.button_guid };
  return { client_id: data.client_id, tenant };
}

function read(text: string) {
  const answer = parse(text);
  if (!answer) return undefined;
  const said = {
    fields: fieldsOf(answer.contact_info),
    crm_data: Array.isArray(answer.custom_data) ? answer.custom_data.slice(0, MOST_FIELDS).flatMap(toField) : undefined,
    crm_link: toLink(answer.crm_link) ?? undefined,
  };
  return said.fields || said.crm_data || said.crm_link ? said : undefined;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const answer = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** What we hid from them they can only give back hidden. */
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
  return [{ title: toText(title), content: String(content).slice(0, LONGEST), link: toLink(link) }];
}

function toText(given: unknown) {
  return typeof given === 'string' && given ? given.slice(0, LONGEST) : null;
}

/** Agents will click on it. */
function toLink(given: unknown) {
  const url = typeof given === 'string' && given.length <= 2_048 ? URL.parse(given) : null;
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null;
}
