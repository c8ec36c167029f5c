import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { csv, Email, Guid, none, nullable, one, page, pageOf, range, Timestamp } from '../route/schemas.ts';

/** Whatever an integration wants to remember of a contact, by name. */
const Attributes = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  propertyNames: { minLength: 1, maxLength: 64 },
  maxProperties: 100,
});

/** Neither `.` nor `..`: in an address they would lead elsewhere, however they are escaped. */
const TagName = Type.String({ minLength: 1, maxLength: 64, pattern: '^\\s*(?!\\.{1,2}\\s*$)\\S' });

const CustomField = Type.Object({
  title: nullable(Type.String()),
  content: Type.String(),
  link: nullable(Type.String()),
});

export const Contact = Type.Object({
  id: Guid,
  name: nullable(Type.String()),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  description: nullable(Type.String()),
  /** Which user of the site they are, where the site has proven it. */
  user_id: nullable(Type.String()),
  attributes: Type.Record(Type.String(), Type.Unknown()),
  tags: Type.Array(Type.String()),
  /** What the site said of them, for the agents to see. */
  custom_data: Type.Array(CustomField),
  /** What an integration of the migration layer answered about them, and where it has them. */
  crm_data: Type.Array(CustomField),
  crm_link: nullable(Type.String()),
  /** Since when they can't write. */
  blocked_at: nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** What people say of themselves. */
export const contactFields = {
  name: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }))),
  email: Type.Optional(nullable(Email)),
  phone: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' }))),
  description: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
};
const Fields = { ...contactFields, attributes: Type.Optional(Attributes) };

/** What became of a file of contacts. */
export const ContactImport = Type.Object({
  created: Type.Integer(),
  updated: Type.Integer(),
  /** The first hundred rows that were not taken, with the columns that are why; none when the row as a whole is. */
  refused: Type.Array(
    Type.Object({ line: Type.Integer(), columns: Type.Array(Type.String()), message: Type.String() }),
  ),
  refused_count: Type.Integer(),
});

/** The member is there and not null. */
const given = (name: string) => ({ required: [name], properties: { [name]: { type: 'string' } } });

const read = { scope: 'contacts:read', rate: 'read' } as const;
const write = { scope: 'contacts:write', rate: 'write' } as const;
const named = { params: Type.Object({ id: Guid }), resource: 'contact' } as const;

const filters = {
  query: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  ...range,
};

export const contactRoutes = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/contacts',
    summary: 'Contacts, newest first: all, those with a tag, or those whose name, e-mail or phone contains a text',
    query: page(filters),
    replies: { 200: pageOf(Contact) },
  }),
  export: route({
    ...read,
    method: 'GET',
    path: '/v1/contacts/export',
    summary: 'Contacts as a CSV file, newest first; filters are those of the list',
    query: Type.Object(filters),
    replies: { 200: csv },
    beyond: true,
  }),
  import: route({
    ...write,
    method: 'POST',
    path: '/v1/contacts/import',
    summary: 'Create contacts from the rows of a CSV file with the columns of the export, and update those with an id',
    key: 'required',
    upload: 'csv',
    replies: { 200: one(ContactImport) },
    beyond: true,
  }),
  read: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/contacts/{id}',
    summary: 'One contact',
    replies: { 200: one(Contact) },
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/contacts',
    summary: 'Create a contact, a lead, from a name, an e-mail or a phone',
    key: 'required',
    body: Type.Object(Fields, { anyOf: ['name', 'email', 'phone'].map(given) }),
    replies: { 201: one(Contact) },
  }),
  update: route({
    ...write,
    ...named,
    method: 'PATCH',
    path: '/v1/contacts/{id}',
    summary: 'Change what is sent: null clears a field, attributes merge by name and null removes one',
    key: 'required',
    body: Type.Object(Fields, { minProperties: 1 }),
    replies: { 200: one(Contact) },
  }),
  remove: route({
    ...write,
    ...named,
    method: 'DELETE',
    path: '/v1/contacts/{id}',
    summary: 'Delete a contact and erase everything that is theirs',
    key: 'optional',
    replies: { 204: none },
    beyond: true,
  }),
  block: route({
    ...write,
    ...named,
    method: 'PUT',
    path: '/v1/contacts/{id}/block',
    summary: 'Shut a visitor out: what they send is refused',
    key: 'optional',
    replies: { 200: one(Contact) },
    beyond: true,
  }),
  unblock: route({
    ...write,
    ...named,
    method: 'DELETE',
    path: '/v1/contacts/{id}/block',
    summary: 'Let a visitor in again',
    key: 'optional',
    replies: { 200: one(Contact) },
    beyond: true,
  }),
  addTags: route({
    ...named,
    method: 'POST',
    path: '/v1/contacts/{id}/tags',
    summary: 'Attach tags; one that is there already stays as it is',
    scope: 'tags:write',
    rate: 'write',
    key: 'required',
    body: Type.Object({ tags: Type.Array(TagName, { minItems: 1, maxItems: 100 }) }),
    replies: { 200: one(Contact) },
  }),
  removeTag: route({
    method: 'DELETE',
    path: '/v1/contacts/{id}/tags/{tag}',
    summary: 'Take a tag off a contact',
    scope: 'tags:write',
    rate: 'write',
    key: 'optional',
    params: Type.Object({ id: Guid, tag: Type.String({ minLength: 1, maxLength: 64 }) }),
    resource: 'taggedContact',
    replies: { 204: none },
    beyond: true,
  }),
};

/** Of one person who was written down twice. */
export const contactMergeRoutes = {
  merge: route({
    ...write,
    ...named,
    method: 'POST',
    path: '/v1/contacts/{id}/merge',
    summary: 'Make another contact a part of this one: its chats, browsers, tags and ratings, and what this one lacks',
    key: 'required',
    body: Type.Object({ contact_id: Guid }),
    replies: { 200: one(Contact) },
    beyond: true,
  }),
};

export const tags = {
  list: route({
    method: 'GET',
    path: '/v1/tags',
    summary: 'Names of the tags in use on the account, in order',
    scope: 'tags:read',
    rate: 'read',
    query: page({}),
    replies: { 200: pageOf(Type.String()) },
  }),
};
