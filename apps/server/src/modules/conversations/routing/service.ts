import { events } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import type { WidgetWork } from '../../../kernel/data/context.ts';
import * as agents from '../../account/agents/index.ts';
import { type ChatChanges, eventDataOf, type LockedChat, type Reaction, react, type Snapshot } from '../chats/index.ts';
import * as decisions from '../decisions/index.ts';
import { linesOf, resultOf, resultWithoutAgent, type Search } from './candidates/explanation.ts';
import * as candidatesStore from './candidates/store.ts';
import * as store from './store.ts';

/** After this long, the visitor's next message is routed to another agent. */
const AWAY = { minutes: 5 };

export interface Routed extends Pick<Reaction, 'isForAi' | 'start'> {
  /** Of the chat. */
  changes: ChatChanges;
  /** Of its head: who owns the next reply. */
  reply: Reaction['head'];
  /** Agents to notify of the message. Known by the commit. */
  notified: () => number[];
  /** Whether the next message should check departments and everyone at work, as this one had to. */
  needsFullCheck: boolean;
}

/**
 * Routes a visitor's message in a chat that is locked, or as this node left it: to the AI if it answers, else to people.
 * Most messages change nothing: all but the first assume that, and have the database check it.
 */
export async function route(ctx: WidgetWork, chat: Snapshot): Promise<Routed> {
  const { chat: changes, head: reply, isForAi, start } = await react(ctx, chat);
  const reaction = { reply, isForAi, start };
  if (isForAi) {
    if (ctx.assume()) store.expectAnswering(ctx, chat);
    return { ...reaction, changes, notified: () => [], needsFullCheck: false };
  }
  return { ...reaction, ...(await routeToPeople(ctx, chat)) };
}

type RoutedToPeople = Pick<Routed, 'changes' | 'notified' | 'needsFullCheck'>;

async function routeToPeople(ctx: WidgetWork, chat: Snapshot): Promise<RoutedToPeople> {
  if (!chat.has_client_messages || !ctx.assume() || chosenDepartmentOf(chat) !== null) {
    const [changes, notified] = await Promise.all([findChanges(ctx, chat), listNotified(ctx, chat)]);
    const needsFullCheck = chat.has_client_messages && !Object.keys(changes).length;
    return { changes, notified: () => notified, needsFullCheck };
  }
  if (!isRouted(chat)) return SETTLED;
  if (chat.needsFullCheck) return expectSettled(ctx, chat);
  if (chat.agent_id === null) store.expectNobody(ctx, chat);
  else store.expectOwner(ctx, chat, AWAY);
  return SETTLED;
}

const SETTLED: RoutedToPeople = { changes: {}, notified: () => [], needsFullCheck: false };

function expectSettled(ctx: WidgetWork, chat: LockedChat): RoutedToPeople {
  let notified: number[] = [];
  store.expectSettled(ctx, chat, AWAY);
  listNotified(ctx, chat).then(
    (found) => {
      notified = found;
    },
    () => undefined,
  );
  return { changes: {}, notified: () => notified, needsFullCheck: true };
}

/** Finds an agent for a visitor who waits in a locked chat that the AI has given up. */
export async function routeWaiting(ctx: WidgetWork, chat: LockedChat) {
  const [changes, notified] = await Promise.all([findChanges(ctx, chat), listNotified(ctx, chat)]);
  return { changes, notified };
}

/** The department that the chat was transferred to, while it waits there or its owner may leave. */
const chosenDepartmentOf = ({ is_department_chosen, department_id }: LockedChat) =>
  is_department_chosen ? department_id : null;

/** All members of the channel's departments until the chat is accepted, or of the one where it waits. */
async function listNotified(ctx: WidgetWork, chat: LockedChat) {
  const { channel, state, accepted_by, agent_id } = chat;
  const chosen = chosenDepartmentOf(chat);
  if (chosen !== null && agent_id === null && state !== 'spam') return store.listMembersOf(ctx, chosen);
  return accepted_by === null && state !== 'spam' ? store.listMembers(ctx, channel) : [];
}

const isRouted = ({ state, client_id }: LockedChat) => state !== 'spam' && client_id !== null;

/** If no agent is at work, an away owner keeps the chat and an unowned chat waits in its department. */
async function findChanges(ctx: WidgetWork, chat: LockedChat): Promise<ChatChanges> {
  const need = await findRoutingNeed(ctx, chat);
  if (need === 'none') return {};
  if (need === 'there') {
    decisions.recordRouting(ctx, chat.id, [resultOf('owner_stays', chat)]);
    return {};
  }
  const candidates = await findCandidates(ctx, chat);
  const agentId = await pickAgent(ctx, chat, { need, candidates });
  if (agentId === undefined) return leaveUnassigned(ctx, chat, { need, candidates });
  recordTransfer(ctx, chat, agentId);
  const found = candidates.agents.find(({ id }) => id === agentId);
  return { ...ownershipChanges(ctx, chat, agentId), department_id: found?.department_id ?? chat.department_id };
}

/** A department that was deleted holds no chat back. */
async function findCandidates(ctx: WidgetWork, chat: LockedChat) {
  const chosen = chosenDepartmentOf(chat);
  const found = chosen === null ? undefined : await candidatesStore.findMembersAtWork(ctx, chosen);
  return found ?? candidatesStore.findCandidates(ctx, chat.channel);
}

/**
 * Who takes over a chat that is transferred to a department, other than its owner; undefined if there is no such
 * department. The chat is locked.
 */
export async function pickInDepartment(ctx: WidgetWork, chat: LockedChat, departmentId: number) {
  const found = await candidatesStore.findMembersAtWork(ctx, departmentId);
  if (!found) return undefined;
  const others = { ...found, agents: found.agents.filter(({ id }) => id !== chat.agent_id) };
  const search = { need: 'transfer', candidates: others } as const;
  const agentId = await pickAgent(ctx, chat, search);
  if (agentId === undefined) recordNobody(ctx, chat, search, departmentId);
  // Those at work see it; the others may have to be told.
  return { agentId, notified: agentId === undefined ? await store.listMembersOf(ctx, departmentId) : [] };
}

function leaveUnassigned(ctx: WidgetWork, chat: LockedChat, search: Search): ChatChanges {
  const { need, candidates } = search;
  const departmentId = need === 'away' ? chat.department_id : pickDepartment(chat, candidates);
  recordNobody(ctx, chat, search, departmentId);
  const isMoved = departmentId !== chat.department_id;
  return { ...(need === 'suspended' && { agent_id: null }), ...(isMoved && { department_id: departmentId }) };
}

function recordNobody(ctx: WidgetWork, chat: LockedChat, search: Search, departmentId: number | null) {
  const { before, after } = linesOf(chat, search);
  decisions.recordRouting(ctx, chat.id, [resultWithoutAgent(chat, search, departmentId), ...before, ...after]);
}

/** Why the chat needs an agent. */
async function findRoutingNeed(ctx: WidgetWork, chat: LockedChat) {
  if (!isRouted(chat)) return 'none';
  if (chat.agent_id === null) return 'unowned';
  const owner = await store.findOwner(ctx, chat.agent_id, AWAY);
  if (owner?.is_suspended) return 'suspended';
  return owner?.is_away ? 'away' : 'there';
}

/** Skips the lock if there are no candidates. */
async function pickAgent(ctx: WidgetWork, chat: LockedChat, search: Search) {
  const { agents: found } = search.candidates;
  if (!found.length) return undefined;
  // One round trip: the second statement begins once the lock is held.
  candidatesStore.lock(ctx);
  return candidatesStore.pickAgent(ctx, { chatId: chat.id, agents: found, ...linesOf(chat, search) });
}

export function pickDepartment(
  { department_id }: Pick<LockedChat, 'department_id'>,
  { departments }: Pick<candidatesStore.Candidates, 'departments'>,
) {
  const open = departments.flatMap(({ id, is_open }) => (is_open ? id : []));
  if (department_id !== null && open.includes(department_id)) return department_id;
  return open[0] ?? department_id;
}

/** The owner of an accepted chat handles it. */
function ownershipChanges(
  { now }: WidgetWork,
  { agents: added, accepted_by }: LockedChat,
  agentId: number,
): ChatChanges {
  const handled = { handled_by: agentId, handled_type: 'human', handled_at: toIsoString(now) } as const;
  return {
    agent_id: agentId,
    agents: added.filter((each) => each !== agentId),
    ...(accepted_by !== null && handled),
  };
}

/** Only if the chat had an owner: a first assignment is no transfer. */
function recordTransfer(ctx: WidgetWork, chat: LockedChat, agentId: number) {
  const { agent_id: before } = chat;
  const data = eventDataOf(chat);
  if (before === null || !data) return;
  agents.record(ctx, before, 'chat_transferred_out');
  agents.record(ctx, agentId, 'chat_transferred_in');
  ctx.emit(events.chatTransferred, { ...data, agent_id: agentId, reason: 'routing' });
}
