import { type JsonReply, resourceName } from '@parley/contract';
import { readSchema, refusedBy, type Schema, typesOf, withoutNull } from './schemas.ts';

const GUID = '4f1d2c7a9be84c0f8a3d5e6f70819203';
const BY_PATTERN: Record<string, string> = {
  '^[0-9a-f]{32}$': GUID,
  '^[A-Za-z0-9_-]{22}$': 'q7Zt3mXw9LkB2vRd5sYhPg',
};

/** Of a member by its name; first with what it belongs to: a call, a resource, an object. */
const BY_NAME: Record<string, unknown> = {
  'Chat.agents': [12],
  'Chat.channel': 'service',
  'Chat.close_reason': null,
  'Chat.closed_at': null,
  'Chat.department_id': null,
  'Chat.done_at': null,
  'Chat.handling': 'human',
  'Chat.id': 218,
  'Chat.is_internal': false,
  'Chat.rating_requested_at': null,
  'Chat.reason': 'Answered',
  'Chat.unread': 1,
  'Chat.version': 9,
  'ChatAi.ai_enabled': false,
  'ChatAi.enabled': false,
  'ChatAi.paused_by': 7,
  'Channel.name': 'Shop app',
  'ChannelWithSecret.name': 'Shop app',
  'ChatCounts.awaiting_reply': 4,
  'ChatCounts.done': 182,
  'ChatCounts.mine': 3,
  'ChatCounts.open': 11,
  'ChatCounts.spam': 2,
  'ChatCounts.unassigned': 5,
  'Contact.blocked_at': null,
  'DELETE /v1/chats/{id}/agents/{agent_id}.note': 'Thank you, I go on from here',
  'File.id': 58,
  'File.name': 'photo.jpg',
  'File.size': 184_320,
  'File.type': 'image/jpeg',
  'File.url': 'https://chat.example.com/files/1.58.2026-05-01.Zk2b0vQ9c1XyT7uRw5aLmA/photo.jpg',
  'Message.body': 'Your order is on its way.',
  'Message.coords': null,
  'Message.file': null,
  'Message.id': 3_107,
  'Message.keyboard': null,
  'Message.markdown': 'Your order is **on its way**.',
  'Message.name': null,
  'Message.origin': 'crm',
  'Message.private': false,
  'Message.sender': 'agent',
  'Message.seq': 3,
  'Message.sticker': null,
  'Message.url': null,
  'POST /v1/chats/{id}/agents.actor_agent_id': 7,
  'POST /v1/chats/{id}/agents.agent_id': 12,
  'POST /v1/chats/{id}/notes.body': 'Asks about the invoice of May',
  'POST /v1/chats/{id}/state.reason': 'Wrote again by mail',
  'POST /v1/chats/{id}/transfer.comment': 'Asks about the invoice of May',
  'POST /v1/files.url': 'https://shop.example.com/photo.jpg',
  'QuickPhrase.name': 'Thanks',
  'Rating.score': 5,
  'SeenMessages.seen': 2,
  'WhoAmI.name': 'Parley',
  'WhoAmI.version': '0.1.0',
  'custom_data.content': 'Pro',
  'custom_data.link': 'https://shop.example.com/customers/42',
  'custom_data.title': 'Plan',
  'source.language': 'en',
  'source.page': 'https://shop.example.com/delivery',
  'source.referrer': 'https://www.example.org/',
  'token.name': 'crm',
  'token.expires_at': null,
  actor_agent_id: 7,
  agent_id: 7,
  attributes: { plan: 'trial' },
  chat_id: 218,
  client_message_id: '5f0c2c1e-2f64-4a0c-9a55-0a6f6a2f7c11',
  comment: 'Quick and friendly',
  description: 'Asked for a demo',
  docs: 'https://chat.example.com/docs',
  email: 'ann@example.com',
  external_channel_id: 'orders',
  external_client_id: 'customer-42',
  from_message_id: 3_101,
  message_id: 3_107,
  name: 'Ann',
  note: 'Asks about the invoice of May',
  outbound_url: 'https://shop.example.com/replies',
  openapi: 'https://chat.example.com/api/openapi.json',
  phone: '+1 202 555 0143',
  phrase: 'Thank you for waiting!',
  reason: 'agent',
  scopes: ['contacts:read', 'contacts:write'],
  seats: 5,
  secret: 'Zk2b0vQ9c1XyT7uRw5aLmA',
  source: 'api',
  surname: 'Lee',
  tag: 'vip',
  tags: ['vip'],
  timezone: 'Europe/Moscow',
  to_message_id: 3_107,
};

const BY_FORMAT: Record<string, string> = {
  'date-time': '2026-05-01T09:30:00+03:00',
  email: 'ann@example.com',
  'https-link': 'https://shop.example.com/delivery',
  moment: '2026-05-01',
  'web-link': 'https://shop.example.com/delivery',
};

/** A value that the schema allows and a person would believe. */
export function sample(schema: Schema, name = '', ...owners: string[]): unknown {
  const names = [...owners.map((owner) => `${owner}.${name}`), name];
  const known = names.find((each) => each in BY_NAME && isTaken(schema, BY_NAME[each]));
  if (known !== undefined) return BY_NAME[known];
  const told = schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
  return told === undefined ? sampleOfType(withoutNull(schema), name) : told;
}

/** One name is of different things in different places. */
function isTaken({ enum: allowed, ...schema }: Schema, value: unknown) {
  if (allowed) return allowed.includes(value);
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return typesOf(schema).some((each) => each === type || (each === 'integer' && type === 'number'));
}

function sampleOfType(schema: Schema, name: string): unknown {
  const [type] = typesOf(schema);
  switch (type) {
    case 'string':
      return BY_PATTERN[schema.pattern ?? ''] ?? BY_FORMAT[schema.format ?? ''] ?? 'text';
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    case 'array':
      return [sample(schema.items ?? {}, name)];
    case 'object':
      return sampleMembers(schema, Object.keys(schema.properties ?? {}), [name]);
    default:
      return null;
  }
}

/** What somebody might send: everything that must be there, and a little of what may. */
export function sampleBody(schema: Schema, ...owners: string[]) {
  const names = Object.keys(schema.properties ?? {});
  const { required, refused } = demandsOf(schema, owners);
  const optional = names
    .filter((name) => !required.includes(name) && !refused.includes(name))
    .slice(0, Math.max(0, 3 - required.length));
  return sampleMembers(
    schema,
    names.filter((name) => required.includes(name) || optional.includes(name)),
    owners,
  );
}

/** What has to be there and what can't be, by the rules that hold for the values that samples have. */
function demandsOf({ required = [], properties = {}, allOf = [] }: Schema, owners: string[]) {
  const rules = allOf.filter((rule) =>
    Object.entries(rule.if?.properties ?? {}).every(
      ([name, { const: value }]) => sample(properties[name] ?? {}, name, ...owners) === value,
    ),
  );
  return {
    required: [...required, ...rules.flatMap((rule) => rule.then?.required ?? [])],
    refused: rules.flatMap(refusedBy),
  };
}

/** An answer as it goes over the wire. */
export function sampleReply(reply: JsonReply) {
  const data = sample(readSchema(reply.item), resourceName(reply.item));
  if (reply.shape === 'bare') return data;
  return reply.shape === 'one' ? { data } : { data: [data], next_cursor: null };
}

function sampleMembers({ properties = {} }: Schema, names: string[], owners: string[]) {
  return Object.fromEntries(names.map((name) => [name, sample(properties[name] ?? {}, name, ...owners)]));
}
