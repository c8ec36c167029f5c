import { agentLive, api, events, type Upload } from '@parley/contract';
import { parse } from 'csv-parse/sync';
import type { Context } from '../../../../kernel/data/context.ts';
import { compileBody } from '../../../../kernel/http/validation.ts';
import { inboxOf } from '../../../../kernel/live/rooms.ts';
import { invalid, Problem } from '../../../../kernel/problems.ts';
import * as store from '../store.ts';
import { COLUMNS } from './csv.ts';
import { type Row, readRows } from './import-file.ts';
import { createPlan, type ImportRow, type Plan } from './import-plan.ts';
import * as importStore from './store.ts';

const MAX_LISTED = 100;

/** The same validators as the single-contact routes. */
const checks = {
  create: compileBody(api.contacts.create.body),
  update: compileBody(api.contacts.update.body),
  tags: compileBody(api.contacts.addTags.body),
};

/** Reads and validates before the transaction; valid rows are then stored together or not at all. */
export async function importAll(upload: Upload | undefined) {
  if (!upload) throw invalid({ file: 'is required' });
  const refused: { line: number; columns: string[]; message: string }[] = [];
  const refuse = (line: number, error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    refused.push({ line, columns: columnsOf(error), message: error.message });
  };
  const rows: ImportRow[] = [];
  for (const row of await readRows(upload)) {
    try {
      rows.push(toImportRow(row));
    } catch (error) {
      refuse(row.line, error);
    }
  }
  return async (ctx: Context) => {
    const ids = rows.flatMap(({ id }) => id ?? []);
    const plan = createPlan(await store.lockAll(ctx, ids), ctx.now.toString());
    for (const each of rows) {
      try {
        plan.add(each);
      } catch (error) {
        refuse(each.line, error);
      }
    }
    refused.sort((one, other) => one.line - other.line);
    return { ...(await storePlan(ctx, plan)), refused: refused.slice(0, MAX_LISTED), refused_count: refused.length };
  };
}

function columnsOf({ extras }: Problem) {
  const fields = Object.keys(extras.errors ?? {}).map((field) => field.split('.', 1)[0]);
  return COLUMNS.filter((column) => fields.includes(column));
}

/** An empty cell changes nothing. The creation time is read-only. */
function toImportRow({ line, cells, refusal }: Row): ImportRow {
  if (refusal) throw invalid({ row: refusal });
  const { id, name, email, phone, description, tags, attributes, blocked } = cells;
  const fields = {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email: email.trim() }),
    ...(phone !== undefined && { phone }),
    ...(description !== undefined && { description }),
    ...(attributes !== undefined && { attributes: readAttributes(attributes) }),
  };
  if (id === undefined) checks.create(fields);
  else if (Object.keys(fields).length) checks.update(fields);
  return { line, id: id?.trim(), fields, tags: readTags(tags), isBlocked: readFlag(blocked) };
}

function readAttributes(cell: string) {
  try {
    return JSON.parse(cell);
  } catch {
    throw invalid({ attributes: 'must be a JSON object' });
  }
}

function readTags(cell: string | undefined) {
  if (cell === undefined) return [];
  const tags = parseNames(cell).filter((tag) => tag !== '');
  if (tags.length) checks.tags({ tags });
  return tags;
}

function parseNames(cell: string) {
  try {
    return parse(cell, { trim: true, relax_column_count: true }).flat();
  } catch {
    throw invalid({ tags: 'must be comma-separated names' });
  }
}

function readFlag(cell: string | undefined) {
  if (cell === undefined) return undefined;
  if (!/^\s*[01]\s*$/.test(cell)) throw invalid({ blocked: 'must be 1 or 0' });
  return Number(cell) === 1;
}

/** A few statements however many rows there are; each contact still emits its own events. */
async function storePlan(ctx: Context, { created, updated, count }: Plan) {
  const inserted = await importStore.insertAll(ctx, created);
  for (const { number, guid } of inserted) {
    const data = { contact_id: guid, client_id: number, source: 'api' };
    ctx.emit(events.clientCreated, data);
    ctx.emit(events.visitorLead, data);
  }
  const changed = [...updated.values()];
  await importStore.updateAll(ctx, changed);
  const numbers = new Map([...inserted, ...changed].map(({ guid, number }) => [guid, number]));
  const tagged = [...created, ...changed].map(({ guid, tags }) => ({ number: numbers.get(guid) ?? 0, tags }));
  await importStore.insertAllTags(ctx, tagged);
  for (const { number, guid, isBlockChanged } of changed) {
    ctx.emit(events.contactUpdated, { contact_id: guid, client_id: number, source: 'api' });
    if (isBlockChanged) ctx.notify('contact', number);
  }
  for (const { number: _, ...contact } of await store.lockAll(ctx, [...updated.keys()])) {
    ctx.publish(agentLive.events.contact, inboxOf(ctx.widgetId), { contact });
  }
  return { created: created.length, updated: count };
}
