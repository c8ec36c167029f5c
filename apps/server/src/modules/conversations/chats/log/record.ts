import type { LogEntry } from '@parley/contract';
import type { AnyPrincipal } from '../../../../kernel/auth/principal.ts';
import type { InWidget, Read, WidgetWork } from '../../../../kernel/data/context.ts';
import type { Before, EntryDetails } from '../tables.ts';
import * as store from './store.ts';

/** What happened to a chat; who did it follows from the context. */
export interface Happening extends EntryDetails {
  type: LogEntry['type'];
  /** Of an action that can be undone. */
  before?: Before;
  /** Agents to notify besides the subject. */
  notified?: number[];
}

/** The chat is locked. */
export async function record(ctx: WidgetWork, chatId: number, { type, before, notified: _, ...details }: Happening) {
  const entry = { chat_id: chatId, type, ...authorOf(ctx.principal), details, ...(before && { before }) };
  return toEntry(await store.insert(ctx, entry));
}

function authorOf(principal: AnyPrincipal): Pick<LogEntry, 'by' | 'agent_id'> {
  if (principal.kind === 'session') return { by: 'agent', agent_id: principal.agentId };
  if (principal.kind === 'system') return { by: 'system', agent_id: null };
  return { by: principal.kind === 'token' ? 'api' : 'client', agent_id: null };
}

/** A snooze that ended by itself. */
export async function recordWake(ctx: InWidget, chatId: number) {
  return toEntry(
    await store.insert(ctx, { chat_id: chatId, type: 'woken', by: 'system', agent_id: null, details: {} }),
  );
}

/** Oldest first. */
export async function listLogAfter(ctx: InWidget<Read>, chatId: number, after: number, limit: number) {
  return (await store.listAfter(ctx, chatId, after, limit)).map(toEntry);
}

export function toEntry({ details, ...row }: store.EntryRow): LogEntry {
  const { subject_id = null, department_id = null, until = null, tag = null, score = null } = details;
  return { ...row, subject_id, department_id, until, tag, score };
}
