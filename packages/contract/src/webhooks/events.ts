import { type Static, type TObject, Type } from 'typebox';
import { doc, Guid, Id, Timestamp } from '../route/schemas.ts';

interface EventEntry<Name extends string, Data extends TObject> {
  name: Name;
  /** Ids and enumerations, never message texts. */
  data: Data;
  /** When it is emitted, for the catalogue. */
  trigger: string;
  /** Nothing emits it yet. */
  isPlanned?: true;
}

function event<const Name extends string, Data extends TObject>(name: Name, trigger: string, data: Data) {
  return { name, data, trigger } satisfies EventEntry<Name, Data>;
}

/** Why a chat changed hands or ended. Never a caller's text. */
const reasons = ['transfer', 'department', 'routing', 'agent', 'api', 'inactivity', 'joined'] as const;

const ButtonGuid = doc('Public id of the widget.', Guid);
const At = doc('When it happened.', Timestamp);
const ClientId = doc('The number of the contact.', Id, { example: 3 });

const contactId = doc('The contact of the chat, as in `/v1/contacts/{id}`.', Guid);
const channel = doc(
  "The chat's channel: `service` is the widget on the site, `ch<id>` a custom channel, anything else a messenger.",
  Type.String(),
  { example: 'service' },
);

const ChatData = Type.Object({
  button_guid: ButtonGuid,
  chat_id: doc('The chat.', Id, { example: 218 }),
  client_id: ClientId,
  contact_id: contactId,
  channel,
  agent_id: doc(
    'The agent whom the event is about: who accepted the chat, whom it was transferred to, who was rated; with `chat.closed` its owner. Missing if there is none.',
    Type.Optional(Id),
  ),
  department_id: doc(
    'The department that the chat was transferred to, with the reason `department`.',
    Type.Optional(Id),
  ),
  operator_type: doc(
    'Whether `agent_id` is a person or an AI operator. Only in `chat.accepted` and `chat.rated`.',
    Type.Optional(Type.Enum(['human', 'ai'])),
  ),
  reason: doc(
    'With `chat.transferred`: `transfer` (to an agent), `department` (to a department), `routing` (its owner was away or suspended). With `chat.closed`: `agent` (in the console), `api` (with a token), `inactivity` (the sweep found it silent), `joined` (it was merged into another chat of the same contact).',
    Type.Optional(Type.Enum([...reasons])),
    { example: 'api' },
  ),
  at: At,
});
const ClosedData = Type.Object({
  ...ChatData.properties,
  done: doc(
    'Whether the chat is finished: somebody closed it, and the visitor has not written since. False if it is only silent, see [when a chat is finished](/docs/guides/when-is-a-chat-finished).',
    Type.Boolean(),
    { example: true },
  ),
});
const ContactData = Type.Object({
  button_guid: ButtonGuid,
  contact_id: doc('The contact, as in the routes of contacts.', Guid),
  client_id: ClientId,
  source: doc('Where it comes from, as a slug: `api`, `widget`, `messenger` and others.', Type.String(), {
    example: 'widget',
  }),
  at: At,
});
const MessageData = Type.Object({
  button_guid: ButtonGuid,
  chat_id: doc('The chat.', Id, { example: 218 }),
  contact_id: contactId,
  channel,
  message_id: doc('The message.', Id, { example: 3107 }),
  seq: doc('The number of the message in its chat, from 1 without gaps.', Type.Integer(), { example: 4 }),
  sender: doc(
    'Who wrote it: the contact (`client`), an agent, an AI operator or the platform.',
    Type.Enum(['client', 'agent', 'ai', 'system']),
  ),
  agent_id: doc('The agent, human or AI, who sent it. Missing if it was none.', Type.Optional(Id)),
  origin: doc(
    'What made the platform send it: `invitation:r7`, `broadcast:5`, `platform` (a phrase of the widget), `bot` (the migration layer), or the messenger in whose own app it was typed. Missing otherwise: an `origin` that a caller chose is in the message only.',
    Type.Optional(Type.String()),
    { example: 'broadcast:5' },
  ),
  type: doc('The type of the message, such as `text` or `image`.', Type.String(), { example: 'text' }),
  at: At,
});
const TicketData = Type.Object({
  button_guid: ButtonGuid,
  ticket_number: doc('The number of the ticket.', Type.Integer(), { example: 1042 }),
  chat_id: doc('The chat that the ticket is about.', Id, { example: 218 }),
  client_id: ClientId,
  reason: doc('Why it was opened, as a slug.', Type.String()),
  priority: doc('How urgent it is.', Type.Enum(['high', 'normal'])),
  sla_hours: doc('Hours within which it should be answered.', Type.Integer(), { example: 24 }),
  source: doc('Where it was opened.', Type.Enum(['chat', 'app', 'site'])),
  created_at: doc('When it was opened.', Timestamp),
});
const PresenceData = Type.Object({
  agent_id: doc('The agent.', Id, { example: 7 }),
  online: doc('Whether the agent is connected now.', Type.Boolean()),
  at: At,
});

/** Every native event. Names and meanings are frozen once emitted. */
export const events = {
  chatCreated: event('chat.created', 'A visitor, a channel or an agent starts a chat.', ChatData),
  chatAccepted: event('chat.accepted', 'An agent, human or AI, is the first to answer a chat.', ChatData),
  chatTransferred: event(
    'chat.transferred',
    'A chat is transferred to another agent or to a department, by somebody or by routing.',
    ChatData,
  ),
  chatClosed: event(
    'chat.closed',
    'A chat becomes `expired`: somebody closes it, or nobody has written in it for seven minutes. A chat can be closed many times; `done` says whether it is finished.',
    ClosedData,
  ),
  chatRated: event('chat.rated', 'A visitor rates a chat.', ChatData),
  messageCreated: event('message.created', 'A message that the visitor sees is stored.', MessageData),
  contactUpdated: event(
    'contact.updated',
    "A contact's fields, attributes or tags change, or a form is submitted.",
    ContactData,
  ),
  clientCreated: event('client.created', 'A contact is created.', ContactData),
  visitorLead: event('visitor.lead', 'A visitor leaves a name, e-mail or phone.', ContactData),
  ticketCreated: { ...event('ticket.created', 'A support ticket is opened.', TicketData), isPlanned: true },
  agentPresence: event('agent.presence', 'An agent goes online or offline.', PresenceData),
} as const;

export type EventDeclaration = (typeof events)[keyof typeof events];
export type EventData<E extends EventDeclaration> = Static<E['data']>;

/**
 * What a subscription of the migration layer can name. Their bodies are those of another platform, made when they are
 * sent; which of our events each stands for is said in the database (`legacy_event_name`).
 */
export const legacyEvents = {
  chat_accepted: 'An agent is the first to answer a chat.',
  chat_finished: 'A chat is closed.',
  chat_updated: 'Fields of a contact with an open chat change.',
  client_updated: 'Fields of a contact without an open chat change.',
  offline_message: 'A visitor writes while no agent is online.',
} as const;

export type EventName = EventDeclaration['name'];
export type LegacyEventName = keyof typeof legacyEvents;

export const eventNames = Object.values(events).map(({ name }) => name);
export const legacyEventNames = Object.keys(legacyEvents) as LegacyEventName[];
