import { randomBytes } from 'node:crypto';
import { invalid } from '../../../../kernel/problems.ts';
import { withConsent } from '../consent.ts';
import { mergeAttributes, normalize, refuseTooManyTags } from '../service.ts';
import type { ContactRow, Fields } from '../store.ts';
import type { ImportedContact } from './store.ts';

/** What a row of the file asks for. */
export interface ImportRow {
  line: number;
  id: string | undefined;
  fields: Fields;
  tags: string[];
  isBlocked: boolean | undefined;
}

/** A contact as it will be. */
interface PlannedContact extends ImportedContact {
  tags: string[];
}

interface PlannedChange extends PlannedContact {
  number: number;
  isBlockChanged: boolean;
}

export type Plan = ReturnType<typeof createPlan>;

const EMPTY_CONTACT: PlannedContact = {
  guid: '',
  name: null,
  email: null,
  phone: null,
  description: null,
  attributes: {},
  tags: [],
  blocked_at: null,
  email_consent: null,
  email_consent_at: null,
};

/** Plans created and updated contacts row by row; each row is accepted or refused as a whole. */
export function createPlan(known: ContactRow[], refused: Set<string>, now: string) {
  const rows = new Map(known.map((row) => [row.id, row]));
  const created: PlannedContact[] = [];
  const updated = new Map<string, PlannedChange>();
  const plan = { created, updated, count: 0, add };
  return plan;

  function add({ id, ...changes }: ImportRow) {
    if (id === undefined) {
      const guid = randomBytes(16).toString('hex');
      created.push({ ...accept(applyRow(EMPTY_CONTACT, changes, now), changes), guid });
      return;
    }
    const row = rows.get(id);
    if (!row) throw invalid({ id: 'is not a contact of this widget' });
    const { number } = row;
    const next = accept(applyRow(updated.get(id) ?? { ...row, guid: id }, changes, now), changes);
    const isBlockChanged = (next.blocked_at === null) !== (row.blocked_at === null);
    updated.set(id, { ...next, number, isBlockChanged });
    plan.count += 1;
  }

  function accept(next: PlannedContact, { fields }: Pick<ImportRow, 'fields'>) {
    if (!fields.email_consent || next.email === null || !refused.has(next.email)) return next;
    throw invalid({ email_consent: 'cannot be 1: the recipient unsubscribed' });
  }
}

function applyRow(
  before: PlannedContact,
  { fields, tags, isBlocked }: Omit<ImportRow, 'id'>,
  now: string,
): PlannedContact {
  const { name, email, phone, description, attributes } = normalize(fields);
  const consent = withConsent(before, fields, now);
  const all = [...new Set([...before.tags, ...tags.map((tag) => tag.trim())])];
  refuseTooManyTags(all);
  const blocked_at = isBlocked ? (before.blocked_at ?? now) : null;
  return {
    guid: before.guid,
    name: name ?? before.name,
    email: email ?? before.email,
    phone: phone ?? before.phone,
    description: description ?? before.description,
    attributes: mergeAttributes(before.attributes, attributes),
    tags: all,
    blocked_at: isBlocked === undefined ? before.blocked_at : blocked_at,
    email_consent: consent.email_consent === undefined ? before.email_consent : consent.email_consent,
    email_consent_at: consent.email_consent_at === undefined ? before.email_consent_at : consent.email_consent_at,
  };
}
