import type { NotificationLine, NotificationReason, RoutingLine, RoutingReason } from '@parley/contract';
import type { Context, Read } from '../../../kernel/data/context.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as decisions from '../../conversations/decisions/index.ts';
import * as store from './store.ts';

const KEPT_FOR = { hours: 30 * 24 };
/** Assignments by people, and changes to the AI. */
const MAX_EACH = 20;
/** Several replies are one line. */
const MAX_REPLIES = 100;

/**
 * Why the chat has its owner, and why its agents were or were not notified, newest first. What routing decided was
 * recorded; the rest follows from the log of the chat and the turns of the AI.
 */
export async function listDecisions(ctx: Context<Read>, chat: chats.ChatRow) {
  const since = ctx.now.subtract(KEPT_FOR);
  const [recorded, assigned, replies] = await Promise.all([
    decisions.list(ctx, chat.id),
    chats.listAssigned(ctx, chat.id, { since, limit: MAX_EACH }),
    store.listReplyTimes(ctx, chat.id, { since, limit: MAX_REPLIES }),
  ]);
  const byPeople = [...assigned.map(toLine), ...firstAnswer(chat, assigned, since)];
  const routing = withReplies([...recorded.routing, ...byPeople].toSorted(newestFirst), replies);
  const notifications = [...recorded.notifications, ...impliedBy(recorded)].toSorted(newestFirst);
  return { routing, notifications };
}

/** Stable: lines of one decision keep their order. */
const newestFirst = (one: { at: string }, other: { at: string }) => epochOf(other.at) - epochOf(one.at);
const epochOf = (at: string) => Temporal.Instant.from(at).epochMilliseconds;

const lineOf = (
  at: string,
  reason: RoutingReason,
  agentId: number | null,
  departmentId: number | null = null,
): RoutingLine => ({ at, step: 'decision', agent_id: agentId, department_id: departmentId, reason });

function toLine({ type, created_at, by, agent_id, details }: Assigned) {
  const { subject_id = null, department_id = null } = details;
  // Who got it there is a decision of its own.
  if (type === 'transferred') return lineOf(created_at, 'transferred', null, department_id);
  const byAgent = agent_id === subject_id ? 'taken' : 'assigned_by_agent';
  return lineOf(created_at, by === 'agent' ? byAgent : 'assigned_by_api', subject_id);
}

type Assigned = Awaited<ReturnType<typeof chats.listAssigned>>[number];

/** An agent who answers a chat without an owner gets it. A claim accepts it too, and is in the log. */
function firstAnswer(chat: chats.ChatRow, assigned: Assigned[], since: Temporal.Instant) {
  const { accepted_at: at, accepted_by, accepted_type } = chat;
  if (at === null || accepted_type !== 'human' || epochOf(at) <= since.epochMilliseconds) return [];
  if (assigned.some(({ created_at }) => epochOf(created_at) === epochOf(at))) return [];
  return [lineOf(at, 'answered', accepted_by)];
}

/** One line for the replies between two other decisions. */
function withReplies(lines: RoutingLine[], replies: string[]) {
  const first = new Map<number, string>();
  for (const at of replies) {
    const later = lines.findIndex((line) => epochOf(line.at) <= epochOf(at));
    first.set(later, at);
  }
  const added = [...first.values()].map((at) => lineOf(at, 'ai_answers', null));
  return [...lines, ...added].toSorted(newestFirst);
}

/** What the job that pushes does not get to decide: it is not run if nobody could be pushed to. */
const UNPUSHED: Partial<Record<RoutingReason, NotificationReason>> = { offline: 'no_device', on_break: 'on_break' };

/** The agent a chat was assigned to is online. An agent who is offline has no device if no push was decided for them. */
function impliedBy({ routing, notifications }: Awaited<ReturnType<typeof decisions.list>>) {
  const wasPushed = notifications.some(({ kind }) => kind === 'push');
  const lost = new Set(routing.filter(({ reason }) => NOBODY.includes(reason)).map(({ at }) => at));
  return routing.flatMap(({ at, agent_id, reason, step }): NotificationLine[] => {
    if (agent_id === null) return [];
    const line = { at, agent_id, sent: false };
    if (reason === 'assigned')
      return (['push', 'email_offline'] as const).map((kind) => ({ ...line, kind, reason: 'online' }));
    const unpushed = step === 'agent' && lost.has(at) && !wasPushed ? UNPUSHED[reason] : undefined;
    return unpushed ? [{ ...line, kind: 'push', reason: unpushed }] : [];
  });
}

const NOBODY: RoutingReason[] = ['nobody_there', 'departments_closed'];
