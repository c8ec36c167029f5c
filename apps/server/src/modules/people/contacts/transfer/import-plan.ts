import { randomBytes } from 'node:crypto';
import { invalid } from '../../../../kernel/http/problems.ts';
import { mergeAttributes, requireRoom, tidy } from '../service.ts';
import type { ContactRow, Fields } from '../store.ts';

/** What a row of a file asks for. */
export interface Wanted {
  line: number;
  id: string | undefined;
  fields: Fields;
  tags: string[];
  isBlocked: boolean | undefined;
}

/** A contact as it will be. */
export interface Planned {
  guid: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  description: string | null;
  attributes: Record<string, unknown>;
  tags: string[];
  blocked_at: string | null;
}

interface PlannedChange extends Planned {
  number: number;
  isBlockChanged: boolean;
}

export type Plan = ReturnType<typeof createPlan>;

const NOBODY: Planned = {
  guid: '',
  name: null,
  email: null,
  phone: null,
  description: null,
  attributes: {},
  tags: [],
  blocked_at: null,
};

/** What becomes of the contacts that are known, and of those to come: a row after the other, each refused or taken whole. */
export function createPlan(known: ContactRow[], now: string) {
  const rows = new Map(known.map((row) => [row.id, row]));
  const created: Planned[] = [];
  const updated = new Map<string, PlannedChange>();
  const plan = { created, updated, count: 0, add };
  return plan;

  function add({ id, ...wanted }: Wanted) {
    if (id === undefined) {
      const guid = randomBytes(16).toString('hex');
      created.push({ ...changed(NOBODY, wanted, now), guid });
      return;
    }
    const row = rows.get(id);
    if (!row) throw invalid({ id: 'is not a contact of this widget' });
    const { number } = row;
    const next = changed(updated.get(id) ?? { ...row, guid: id }, wanted, now);
    const isBlockChanged = (next.blocked_at === null) !== (row.blocked_at === null);
    updated.set(id, { ...next, number, isBlockChanged });
    plan.count += 1;
  }
}

function changed(before: Planned, { fields: given, tags, isBlocked }: Omit<Wanted, 'id'>, now: string): Planned {
  const { name, email, phone, description, attributes } = tidy(given);
  const all = [...new Set([...before.tags, ...tags.map((tag) => tag.trim())])];
  requireRoom(all);
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
  };
}
