import { Type } from 'typebox';
import { importResult } from '../route/imports.ts';
import { route } from '../route/route.ts';
import {
  csv,
  doc,
  Email,
  Guid,
  jsonFile,
  none,
  nullable,
  one,
  page,
  pageOf,
  range,
  Timestamp,
} from '../route/schemas.ts';

/** An integration's own data about a contact, by name. */
const Attributes = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  propertyNames: { minLength: 1, maxLength: 64 },
  maxProperties: 100,
});

/** Neither `.` nor `..`: in a URL they are path segments, however they are escaped. */
export const TagName = Type.String({ minLength: 1, maxLength: 64, pattern: '^\\s*(?!\\.{1,2}\\s*$)\\S' });

const CustomField = Type.Object({
  title: nullable(Type.String()),
  content: Type.String(),
  link: nullable(Type.String()),
});

const ExternalId = Type.Object({
  channel: doc('The custom channel, as in `channel` of a chat.', Type.String(), { example: 'ch7' }),
  external_client_id: doc('The id of the person there.', Type.String(), { example: 'customer-42' }),
});

export const Contact = Type.Object({
  id: Guid,
  name: nullable(Type.String()),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  description: nullable(Type.String()),
  /** The site's user id, once the identity was verified or your server set it. */
  user_id: nullable(Type.String()),
  attributes: Type.Record(Type.String(), Type.Unknown()),
  external_ids: doc('Your own ids of the contact in custom channels.', Type.Array(ExternalId), {
    example: [{ channel: 'ch7', external_client_id: 'customer-42' }],
  }),
  tags: Type.Array(Type.String()),
  /** Whether the contact agreed to get marketing e-mails at this address; null: nobody asked. */
  email_consent: nullable(Type.Boolean()),
  /** Since when. */
  email_consent_at: nullable(Timestamp),
  /** Fields set by the site for agents to see. */
  custom_data: Type.Array(CustomField),
  /** Data and link from an integration of the migration layer. */
  crm_data: Type.Array(CustomField),
  crm_link: nullable(Type.String()),
  /** Since when the contact is blocked. */
  blocked_at: nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** A contact in a list, with what lists are sorted by. */
export const ListedContact = Type.Object({
  ...Contact.properties,
  /** When the contact last opened the chat; null if never. Only with `sort` or `query`. */
  last_seen_at: Type.Optional(nullable(Timestamp)),
  /** Of the last message in any of their chats. Only with `sort` or `query`. */
  last_chat_at: Type.Optional(nullable(Timestamp)),
});

export const contactSorts = ['created', 'name', 'last_seen', 'last_chat'] as const;
export type ContactSort = (typeof contactSorts)[number];

/** Fields that a contact can fill in. */
export const contactFields = {
  name: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }))),
  email: Type.Optional(nullable(Email)),
  phone: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' }))),
  description: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
};
const Fields = {
  ...contactFields,
  attributes: Type.Optional(Attributes),
  email_consent: Type.Optional(nullable(Type.Boolean())),
};

/** Result of an import, or of its preview. */
export const ContactImport = Type.Object(importResult);

/** The member is present and not null. */
const given = (name: string) => ({ required: [name], properties: { [name]: { type: 'string' } } });

const read = { scope: 'contacts:read', rate: 'read' } as const;
const write = { scope: 'contacts:write', rate: 'write' } as const;
const named = { params: Type.Object({ id: Guid }), resource: 'contact' } as const;

const filters = {
  query: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  email: doc(
    'Only contacts with exactly this e-mail address, in any case.',
    Type.Optional(Type.String({ minLength: 1, maxLength: 254 })),
    { example: 'ira@example.com' },
  ),
  phone: doc(
    'Only contacts with exactly this phone number. Only digits are compared: `+7 (900) 123-45-67` is `79001234567`.',
    Type.Optional(Type.String({ minLength: 1, maxLength: 64, pattern: '[0-9]' })),
    { example: '79001234567' },
  ),
  ...range,
};

export const contactRoutes = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/contacts',
    summary: 'List contacts, newest first, optionally with a tag or with a name, e-mail or phone that contains a text',
    query: page({
      ...filters,
      /** Names from A to Z, times from the latest; contacts without come last. Not allowed with `query`. */
      sort: Type.Optional(Type.Enum([...contactSorts])),
    }),
    replies: { 200: pageOf(ListedContact) },
  }),
  export: route({
    ...read,
    method: 'GET',
    path: '/v1/contacts/export',
    summary: 'Export contacts as CSV, newest first, with the filters of the list',
    query: Type.Object(filters),
    replies: { 200: csv },
    beyond: true,
  }),
  import: route({
    ...write,
    method: 'POST',
    destructive: true,
    path: '/v1/contacts/import',
    summary: 'Import contacts from CSV with the columns of the export. Rows with an id update that contact',
    key: 'required',
    upload: 'csv',
    audit: 'contact.imported',
    replies: { 200: one(ContactImport) },
    beyond: true,
  }),
  previewImport: route({
    ...write,
    method: 'POST',
    path: '/v1/contacts/import/preview',
    summary: 'Preview an import of contacts: what it would create, update and refuse. Nothing is stored',
    upload: 'csv',
    audit: false,
    replies: { 200: one(ContactImport) },
    beyond: true,
  }),
  read: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/contacts/{id}',
    summary: 'Retrieve a contact',
    replies: { 200: one(Contact) },
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/contacts',
    summary: 'Create a contact from a name, e-mail or phone',
    key: 'required',
    body: Type.Object(Fields, { anyOf: ['name', 'email', 'phone'].map(given) }),
    audit: false,
    replies: { 201: one(Contact) },
    problems: ['suppressed_by_recipient'],
  }),
  upsert: route({
    ...write,
    method: 'PUT',
    path: '/v1/contacts',
    summary: 'Create or update the contact of a user of your site: 201 or 200',
    description:
      'Finds the contact by `user_id`, which your server vouches for, and by nothing else: a contact with the same e-mail address or phone number is left alone. Members that are left out stay; null clears a field; attributes merge by name, and null removes one. A visitor whom your site [identifies](/docs/guides/widget) as that user becomes this contact.',
    key: 'required',
    body: Type.Object({
      user_id: doc("The user's id on your site.", Type.String({ minLength: 1, maxLength: 255 }), {
        example: 'user-42',
      }),
      ...Fields,
    }),
    audit: false,
    replies: { 200: one(Contact), 201: one(Contact) },
    problems: ['suppressed_by_recipient'],
    beyond: true,
  }),
  update: route({
    ...write,
    ...named,
    method: 'PATCH',
    path: '/v1/contacts/{id}',
    summary: 'Update a contact. Null clears a field; attributes merge by name, and null removes one',
    key: 'required',
    body: Type.Object(Fields, { minProperties: 1 }),
    audit: false,
    replies: { 200: one(Contact) },
    problems: ['suppressed_by_recipient'],
  }),
  remove: route({
    ...write,
    ...named,
    method: 'DELETE',
    path: '/v1/contacts/{id}',
    summary: 'Delete a contact and erase all its data',
    key: 'optional',
    audit: 'contact.erased',
    replies: { 204: none },
    beyond: true,
  }),
  addTags: route({
    ...named,
    method: 'POST',
    path: '/v1/contacts/{id}/tags',
    summary: 'Add tags to a contact. Existing tags are kept',
    scope: 'tags:write',
    rate: 'write',
    key: 'required',
    body: Type.Object({ tags: Type.Array(TagName, { minItems: 1, maxItems: 100 }) }),
    audit: false,
    replies: { 200: one(Contact) },
  }),
  removeTag: route({
    method: 'DELETE',
    path: '/v1/contacts/{id}/tags/{tag}',
    summary: 'Remove a tag from a contact',
    scope: 'tags:write',
    rate: 'write',
    key: 'optional',
    params: Type.Object({ id: Guid, tag: Type.String({ minLength: 1, maxLength: 64 }) }),
    resource: 'taggedContact',
    audit: false,
    replies: { 204: none },
    beyond: true,
  }),
};

/** Handing over a person's data. */
export const contactExportRoutes = {
  exportOne: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/contacts/{id}/export',
    summary:
      'Export everything of one contact as JSON: fields, ratings, browsers, chats, messages and links to files. Notes are not part of it',
    replies: { 200: jsonFile },
    beyond: true,
  }),
};

/** Who may not write. */
export const contactBlockRoutes = {
  block: route({
    ...write,
    ...named,
    method: 'PUT',
    path: '/v1/contacts/{id}/block',
    summary: 'Block a contact. What they send is refused',
    key: 'optional',
    audit: 'contact.blocked',
    replies: { 200: one(Contact) },
    beyond: true,
  }),
  unblock: route({
    ...write,
    ...named,
    method: 'DELETE',
    path: '/v1/contacts/{id}/block',
    summary: 'Unblock a contact',
    key: 'optional',
    audit: 'contact.unblocked',
    replies: { 200: one(Contact) },
    beyond: true,
  }),
};

/** Merging duplicates. */
export const contactMergeRoutes = {
  merge: route({
    ...write,
    ...named,
    method: 'POST',
    destructive: true,
    path: '/v1/contacts/{id}/merge',
    summary: 'Merge another contact into this one: chats, browsers, tags, ratings, and fields that are empty here',
    key: 'required',
    body: Type.Object({ contact_id: Guid }),
    audit: 'contact.merged',
    replies: { 200: one(Contact) },
    beyond: true,
  }),
};

export const tags = {
  list: route({
    method: 'GET',
    path: '/v1/tags',
    summary: 'List the names of tags in use on the account, sorted by name',
    scope: 'tags:read',
    rate: 'read',
    query: page({}),
    replies: { 200: pageOf(Type.String()) },
  }),
};
