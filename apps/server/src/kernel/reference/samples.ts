import { type Reply, resourceName } from '@parley/contract';
import { readSchema, type Schema, typesOf, withoutNull } from './schemas.ts';

const GUID = '4f1d2c7a9be84c0f8a3d5e6f70819203';

/** Of a member by its name; first with the name of what it belongs to. */
const BY_NAME: Record<string, unknown> = {
  'QuickPhrase.name': 'Thanks',
  'WhoAmI.name': 'Parley',
  'WhoAmI.version': '0.1.0',
  'token.name': 'crm',
  'token.expires_at': null,
  attributes: { plan: 'trial' },
  description: 'Asked for a demo',
  docs: 'https://chat.example.com/docs',
  email: 'ann@example.com',
  name: 'Ann',
  openapi: 'https://chat.example.com/api/openapi.json',
  phone: '+1 202 555 0143',
  phrase: 'Thank you for waiting!',
  reason: 'agent',
  scopes: ['contacts:read', 'contacts:write'],
  seats: 5,
  source: 'api',
  surname: 'Lee',
  tag: 'vip',
  tags: ['vip'],
  timezone: 'Europe/Moscow',
};

const BY_FORMAT: Record<string, string> = {
  'date-time': '2026-05-01T09:30:00+03:00',
  email: 'ann@example.com',
  moment: '2026-05-01',
};

/** A value that the schema allows and a person would believe. */
export function sample(schema: Schema, name = '', owner = ''): unknown {
  const told = schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
  if (told !== undefined) return told;
  const known = [`${owner}.${name}`, name].find((each) => each in BY_NAME);
  if (known !== undefined) return BY_NAME[known];
  return sampleOfType(withoutNull(schema), name);
}

function sampleOfType(schema: Schema, name: string): unknown {
  const [type] = typesOf(schema);
  switch (type) {
    case 'string':
      return schema.pattern?.includes('{32}') ? GUID : (BY_FORMAT[schema.format ?? ''] ?? 'text');
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    case 'array':
      return [sample(schema.items ?? {}, name)];
    case 'object':
      return sampleMembers(schema, Object.keys(schema.properties ?? {}), name);
    default:
      return null;
  }
}

/** What somebody might send: everything that must be there, and a little of what may. */
export function sampleBody(schema: Schema, owner = '') {
  const names = Object.keys(schema.properties ?? {});
  const required = schema.required ?? [];
  const optional = names.filter((name) => !required.includes(name)).slice(0, Math.max(0, 3 - required.length));
  return sampleMembers(
    schema,
    names.filter((name) => required.includes(name) || optional.includes(name)),
    owner,
  );
}

/** An answer as it goes over the wire. */
export function sampleReply(reply: Exclude<Reply, { shape: 'none' }>) {
  const data = sample(readSchema(reply.item), resourceName(reply.item));
  if (reply.shape === 'bare') return data;
  return reply.shape === 'one' ? { data } : { data: [data], next_cursor: null };
}

function sampleMembers({ properties = {} }: Schema, names: string[], owner: string) {
  return Object.fromEntries(names.map((name) => [name, sample(properties[name] ?? {}, name, owner)]));
}
