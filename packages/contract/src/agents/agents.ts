import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { CreatedAt, doc, Flag, Id, none, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';
import { roles } from '../route/scopes.ts';

export const agentTypes = ['human', 'ai', 'webhook'] as const;
export const agentStatuses = ['active', 'relaxation', 'banned'] as const;

export const Agent = Type.Object({
  id: doc('Unique id of the agent, the one that chats and messages name.', Id),
  user_id: doc('Who signs in as the agent; null unless the agent is human.', nullable(Id)),
  name: doc('The full display name.', nullable(Type.String()), { example: 'Ann Lee' }),
  surname: doc('The surname alone; null if not given.', nullable(Type.String()), { example: 'Lee' }),
  email: doc('E-mail address to sign in with; null unless the agent is human.', nullable(Type.String()), {
    example: 'ann@example.com',
  }),
  avatar_url: doc('Public URL of the picture, valid until it changes; null without one.', nullable(Type.String()), {
    example: 'https://chat.example.com/files/1.61.2026-05-01.q7Zt3mXw9LkB2vRd5sYhPg/avatar.jpeg',
  }),
  role: doc('What the agent may do in the console.', Type.Enum([...roles])),
  type: doc('A person, an AI operator, or an AI that runs elsewhere (`webhook`).', Type.Enum([...agentTypes])),
  status: doc(
    '`relaxation` is a break: keeps chats, gets no new ones. `banned` is suspended.',
    Type.Enum([...agentStatuses]),
  ),
  online: doc('Connected now, whatever the status.', Type.Boolean()),
  show_in_header: doc('Whether the widget shows the agent in its header.', Type.Boolean()),
  ai_assistant_id: doc('The assistant that an AI operator answers with; null for others.', nullable(Id)),
  departments: doc('Ids of the departments the agent is in.', Type.Array(Id), { example: [4] }),
  created_at: CreatedAt,
  removed_at: doc('When they were removed from the team; null for others, suspended or not.', nullable(Timestamp)),
});
export type Agent = Static<typeof Agent>;

/** Types of agent events. The 1-based position is the permanent `type_code`: only append. */
export const agentEventTypes = [
  'signed_in',
  'signed_out',
  'went_online',
  'went_offline',
  'break_started',
  'break_ended',
  'chat_accepted',
  'chat_transferred_in',
  'chat_transferred_out',
  'chat_closed',
  'invited',
  'joined',
  'suspended',
  'restored',
  'removed',
  'avatar_changed',
] as const;
export type AgentEventType = (typeof agentEventTypes)[number];

export const AgentEvent = Type.Object({
  id: doc('Unique id of the entry.', Id),
  type: doc(
    'What happened; `unknown` when this version has no name for the code.',
    Type.Enum([...agentEventTypes, 'unknown']),
  ),
  type_code: doc('The permanent number of the type.', Type.Integer(), { example: 1 }),
  message: doc('The event in words, in Russian. They may change: match on `type`.', Type.String(), {
    example: 'Вход в консоль',
  }),
  created_at: doc('When it happened.', Timestamp),
});

/** What an agent has on their hands. */
export const AgentWorkload = Type.Object({
  agent_id: doc('The agent.', Id),
  open_chats: doc('Chats assigned to them in the inbox: not done, snoozed or spam.', Type.Integer(), { example: 6 }),
  waiting_chats: doc('Of these, how many wait for a reply.', Type.Integer(), { example: 2 }),
  last_active_at: doc('When they last did something or were connected; null if never.', nullable(Timestamp)),
});
export type AgentWorkload = Static<typeof AgentWorkload>;

/** Seats of the account, in all its widgets together. */
export const Seats = Type.Object({
  total: doc('Seats of the account, in all its widgets.', Type.Integer(), { example: 5 }),
  used: doc('Human agents who are not suspended.', Type.Integer(), { example: 3 }),
  reserved: doc('Held by pending invitations.', Type.Integer(), { example: 1 }),
  available: doc('How many more agents can be invited.', Type.Integer(), { example: 1 }),
});

const read = { scope: 'agents:read', rate: 'read' } as const;
const write = { scope: 'agents:write', rate: 'write', purges: 'widget' } as const;

export const agentRoutes = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/agents',
    summary: 'List agents, oldest first. Suspended agents are listed only with status=banned',
    description:
      'Human agents, AI operators and external operators are in one list. `online` is the connection now; `status` is what an agent or an admin has set.',
    query: page({
      online: doc('1: only those who are connected; 0: only those who are not.', Type.Optional(Flag), { example: 1 }),
      type: doc('Only agents of this type.', Type.Optional(Type.Enum([...agentTypes]))),
      department_id: doc('Only members of this department. An unknown one is 404.', Type.Optional(Id)),
      status: doc(
        'Only agents with this status. Left out, suspended agents are not listed.',
        Type.Optional(Type.Enum([...agentStatuses])),
      ),
    }),
    replies: { 200: pageOf(Agent) },
    problems: ['not_found'],
  }),
  listWorkloads: route({
    ...read,
    method: 'GET',
    path: '/v1/agents/workload',
    summary: 'List open chats and the last activity of every agent, suspended ones included, oldest agent first',
    description: 'Counts are those of the inbox, which goes by `done_at` and not by the state `expired`.',
    query: page({}),
    replies: { 200: pageOf(AgentWorkload) },
    beyond: true,
  }),
  readSeats: route({
    ...read,
    method: 'GET',
    path: '/v1/agents/seats',
    summary: "Count the account's seats: used, reserved by invitations and available",
    description:
      'Only human agents take a seat: AI operators and external operators are free. `available` is what `POST /v1/agents/invitations` goes by.',
    replies: { 200: one(Seats) },
    beyond: true,
  }),
  read: route({
    ...read,
    method: 'GET',
    path: '/v1/agents/{id}',
    summary: 'Retrieve an agent, suspended or not',
    description: 'A removed agent is still readable, since chats and messages name it.',
    resource: 'agent',
    replies: { 200: one(Agent) },
  }),
  update: route({
    ...write,
    method: 'PATCH',
    path: '/v1/agents/{id}',
    summary: "Show or hide an agent in the widget's header",
    description:
      'The widget shows the change at once. Everything else about an agent has a route of its own, or is theirs to change in the console.',
    key: 'required',
    resource: 'agent',
    body: Type.Object({ show_in_header: doc('Whether the widget shows the agent in its header.', Type.Boolean()) }),
    audit: 'agent.updated',
    replies: { 200: one(Agent) },
    problems: ['role_required'],
  }),
  remove: route({
    ...write,
    method: 'DELETE',
    path: '/v1/agents/{id}',
    summary: 'Remove an agent. Access ends immediately; chats, ratings and events are kept',
    description:
      "Frees the seat. The owner and AI operators can't be removed; an external operator is deleted. Open chats keep their owner until somebody claims them or the visitor writes again.",
    key: 'optional',
    resource: 'colleague',
    audit: 'agent.removed',
    replies: { 204: none },
    problems: ['agent_is_owner', 'agent_is_ai'],
  }),
  suspend: route({
    ...write,
    method: 'POST',
    destructive: true,
    path: '/v1/agents/{id}/suspend',
    summary: 'Suspend an agent. Access ends immediately on every device, and the seat becomes free',
    description:
      "Ends sessions and connections on every device at once. Repeating it changes nothing. The owner can't be suspended.",
    key: 'required',
    resource: 'colleague',
    audit: 'agent.suspended',
    replies: { 200: one(Agent) },
    problems: ['agent_is_owner'],
  }),
  restore: route({
    ...write,
    method: 'POST',
    path: '/v1/agents/{id}/restore',
    summary: 'Restore a suspended agent. Needs a free seat',
    description:
      "The agent becomes `active` and signs in as before, a removed one too. An agent who isn't suspended is returned unchanged.",
    key: 'required',
    resource: 'agent',
    audit: 'agent.restored',
    replies: { 200: one(Agent) },
    problems: ['seat_limit_reached', 'agent_is_ai'],
  }),
  setRole: route({
    ...write,
    method: 'PUT',
    path: '/v1/agents/{id}/role',
    summary: "Set an agent's role to operator or admin. In the console, only the owner may do this",
    description:
      "A changed role signs the agent out everywhere; the new one applies when they sign in again. The role `owner` can't be given or taken.",
    key: 'required',
    resource: 'colleague',
    body: Type.Object({
      role: doc(
        'What the agent may do: `admin` manages the widget, `operator` works in chats.',
        Type.Enum(['operator', 'admin']),
      ),
    }),
    audit: 'agent.role_changed',
    replies: { 200: one(Agent) },
    problems: ['agent_is_owner', 'agent_is_ai', 'role_required'],
    beyond: true,
  }),
  listEvents: route({
    method: 'GET',
    path: '/v1/agents/{id}/events',
    summary: "List an agent's events, newest first",
    description:
      'Sign-ins, presence, breaks and chats of the agent. What the agent changed in settings is in the audit log, `GET /v1/audit-log`.',
    scope: 'agents:events:read',
    rate: 'read',
    resource: 'agent',
    query: page({ type: doc('Only events of this type.', Type.Optional(Type.Enum([...agentEventTypes]))) }),
    replies: { 200: pageOf(AgentEvent) },
  }),
  setAvatar: route({
    ...write,
    method: 'POST',
    path: '/v1/agents/{id}/avatar',
    summary: "Set an agent's avatar: JPEG, PNG, GIF or WebP, up to 2048 KB",
    description: 'Replaces the former picture. The type is detected from the content, not from the name of the file.',
    key: 'required',
    upload: true,
    resource: 'agent',
    audit: 'agent.avatar_changed',
    replies: { 201: one(Agent) },
    problems: ['upstream_failed', 'role_required'],
  }),
  removeAvatar: route({
    ...write,
    method: 'DELETE',
    path: '/v1/agents/{id}/avatar',
    summary: "Remove an agent's avatar",
    description: "Initials are shown instead. Removing an avatar that isn't there succeeds too.",
    key: 'optional',
    resource: 'agent',
    audit: 'agent.avatar_removed',
    replies: { 204: none },
    problems: ['role_required'],
  }),
};
