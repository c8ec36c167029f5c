import { agentLive, type LogEntry, visitorLive } from '@parley/contract';
import type { WidgetWork } from '../../../../kernel/data/context.ts';
import { agentRoomsOf } from '../internal/access.ts';
import { notifyAgent } from '../log/notify-agent.ts';
import { type Happening, record } from '../log/record.ts';
import { toChat, toVisitorChat, visitorRoom } from '../serialize.ts';
import * as snapshots from '../snapshots.ts';
import {
  type ChatChanges,
  findWithAgent,
  type HeadChanges,
  type LockedChat,
  update,
  type VisitorChatRow,
} from '../store.ts';

interface Changes {
  chat?: ChatChanges;
  head?: HeadChanges;
  /** What the log says about it. */
  log?: Happening[];
}

/** Updates a locked chat and publishes it. */
export async function change(ctx: WidgetWork, id: number, { log = [], ...changes }: Changes) {
  snapshots.change(ctx, id, changes);
  update(ctx, id, changes);
  const entries: LogEntry[] = [];
  for (const happening of log) entries.push(await record(ctx, id, happening));
  for (const [at, entry] of entries.entries()) notifyAgents(ctx, entry, log[at]?.notified);
  await publishChat(ctx, id, entries);
}

/** For changes of messages, which are published one by one. */
export function raiseVersion(ctx: WidgetWork, { id }: LockedChat, changes: { head: HeadChanges; by: number }) {
  snapshots.drop(ctx, id);
  update(ctx, id, changes);
}

/** Consoles that are open learn of it by the entry itself. */
function notifyAgents(ctx: WidgetWork, { id, chat_id, type, ...entry }: LogEntry, others: number[] = []) {
  if (type !== 'mentioned' && type !== 'assigned' && type !== 'transferred') return;
  for (const agent_id of [entry.subject_id, ...others]) {
    if (agent_id === null || agent_id === entry.agent_id) continue;
    ctx.enqueue(notifyAgent, { widget_id: ctx.widgetId, chat_id, entry_id: id, agent_id });
  }
}

export async function publishChat(ctx: WidgetWork, id: number, log: LogEntry[] = []) {
  const chat = await publishToVisitor(ctx, id);
  const data = { chat, ...(log.length && { log }) };
  for (const room of await agentRoomsOf(ctx, chat)) ctx.publish(agentLive.events.chat, room, data);
}

/** Returns the chat as agents see it. */
export async function publishToVisitor(ctx: WidgetWork, id: number) {
  const row = (await findWithAgent(ctx, id)) as VisitorChatRow;
  const room = visitorRoom(ctx, row);
  if (room) ctx.publish(visitorLive.events.chat, room, { chat: toVisitorChat(row) });
  return toChat(row, ctx.now);
}
