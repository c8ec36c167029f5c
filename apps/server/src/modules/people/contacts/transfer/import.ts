import { agentLive, api, events, type Upload } from '@parley/contract';
import { parse } from 'csv-parse/sync';
import type { Context, Read } from '../../../../kernel/data/context.ts';
import { type CsvRow, readCsvFile } from '../../../../kernel/http/csv-file.ts';
import { createRefusals } from '../../../../kernel/http/csv-import.ts';
import { compileBody } from '../../../../kernel/http/validation.ts';
import { inboxOf } from '../../../../kernel/live/rooms.ts';
import { invalid } from '../../../../kernel/problems.ts';
import * as suppressions from '../../suppressions/index.ts';
import * as store from '../store.ts';
import { COLUMNS, type Column } from './csv.ts';
import { createPlan, type ImportRow, type Plan } from './import-plan.ts';
import * as importStore from './store.ts';

const FORMAT = { columns: COLUMNS, oneOf: ['name', 'email', 'phone'], maxRows: 10_000 } as const;

/** The same validators as the single-contact routes. */
const checks = {
  create: compileBody(api.contacts.create.body),
  update: compileBody(api.contacts.update.body),
  tags: compileBody(api.contacts.addTags.body),
};

/** Reads and validates before the transaction; valid rows are then stored together or not at all. */
export async function importAll(upload: Upload | undefined) {
  const file = await readRows(upload);
  return async (ctx: Context) => {
    const { plan, refusals } = await planRows(ctx, file, await store.lockAll(ctx, file.ids));
    return { ...(await storePlan(ctx, plan)), ...refusals.report() };
  };
}

/** What the import of the file would do now. */
export async function preview(ctx: Context<Read>, upload: Upload | undefined) {
  const file = await readRows(upload);
  const { plan, refusals } = await planRows(ctx, file, await store.findAll(ctx, file.ids));
  const result = { created: plan.created.length, updated: plan.count, ...refusals.report() };
  return async () => result;
}

type File = Awaited<ReturnType<typeof readRows>>;

async function readRows(upload: Upload | undefined) {
  const refusals = createRefusals(COLUMNS);
  const rows = refusals.accept(await readCsvFile(upload, FORMAT), toImportRow);
  return { rows, refused: refusals.refused, ids: rows.flatMap(({ id }) => id ?? []) };
}

async function planRows(ctx: Context<Read>, { rows, refused }: File, known: store.ContactRow[]) {
  const refusals = createRefusals(COLUMNS, refused);
  const plan = createPlan(known, await listUnsubscribed(ctx, rows, known), ctx.now.toString());
  refusals.accept(rows, plan.add);
  return { plan, refusals };
}

/** The addresses in question of people who unsubscribed. */
async function listUnsubscribed(ctx: Context<Read>, rows: ImportRow[], known: store.ContactRow[]) {
  if (!rows.some(({ fields }) => fields.email_consent)) return new Set<string>();
  const emails = [...rows.map(({ fields }) => fields.email), ...known.map(({ email }) => email)];
  return suppressions.listRefused(ctx, [...new Set(emails.filter((email) => typeof email === 'string'))]);
}

/** An empty cell changes nothing. The creation time is read-only. */
function toImportRow({ line, cells, refusal }: CsvRow<Column>): ImportRow {
  if (refusal) throw invalid({ row: refusal });
  const { id, name, email, phone, description, tags, attributes, blocked, email_consent } = cells;
  const consent = readFlag('email_consent', email_consent);
  const fields = {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email: email.trim() }),
    ...(phone !== undefined && { phone }),
    ...(description !== undefined && { description }),
    ...(attributes !== undefined && { attributes: readAttributes(attributes) }),
    ...(consent !== undefined && { email_consent: consent }),
  };
  if (id === undefined) checks.create(fields);
  else if (Object.keys(fields).length) checks.update(fields);
  return { line, id: id?.trim(), fields, tags: readTags(tags), isBlocked: readFlag('blocked', blocked) };
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

function readFlag(column: Column, cell: string | undefined) {
  if (cell === undefined) return undefined;
  if (!/^\s*[01]\s*$/.test(cell)) throw invalid({ [column]: 'must be 1 or 0' });
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
