import { Type } from 'typebox';
import { importResult } from '../route/imports.ts';
import { route } from '../route/route.ts';
import {
  CreatedAt,
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
  UpdatedAt,
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
  title: doc('Label of the field; null for none.', nullable(Type.String()), { example: 'Plan' }),
  content: doc('What agents read.', Type.String(), { example: 'Pro' }),
  link: doc('Where the field leads; null for none.', nullable(Type.String()), {
    example: 'https://shop.example.com/customers/42',
  }),
});

const ExternalId = Type.Object({
  channel: doc('The custom channel, as in `channel` of a chat.', Type.String(), { example: 'ch7' }),
  external_client_id: doc('The id of the person there.', Type.String(), { example: 'customer-42' }),
});

export const Contact = Type.Object({
  id: doc('Unique public id of the contact.', Guid),
  name: doc('Full name; null if unknown.', nullable(Type.String()), { example: 'Ira Novak' }),
  email: doc('E-mail address; null if unknown. It is not verified.', nullable(Type.String()), {
    example: 'ira@example.com',
  }),
  phone: doc('Phone number as it was entered; null if unknown.', nullable(Type.String()), {
    example: '+7 900 123-45-67',
  }),
  description: doc('What agents should know about the contact; null for nothing.', nullable(Type.String()), {
    example: 'Orders for two shops.',
  }),
  user_id: doc(
    "The site's user id, once the identity was verified or your server set it; else null.",
    nullable(Type.String()),
    { example: 'user-42' },
  ),
  attributes: doc("An integration's own data, by name.", Type.Record(Type.String(), Type.Unknown()), {
    example: { plan: 'pro' },
  }),
  external_ids: doc('Your own ids of the contact in custom channels.', Type.Array(ExternalId), {
    example: [{ channel: 'ch7', external_client_id: 'customer-42' }],
  }),
  tags: doc('Names of tags.', Type.Array(Type.String()), { example: ['vip'] }),
  email_consent: doc(
    'Whether the contact agreed to get marketing e-mails at this address; null: nobody asked.',
    nullable(Type.Boolean()),
  ),
  email_consent_at: doc('When `email_consent` was answered; null if nobody asked.', nullable(Timestamp)),
  custom_data: doc('Fields set by the site for agents to see.', Type.Array(CustomField)),
  crm_data: doc('Fields set by an integration of the migration layer.', Type.Array(CustomField)),
  crm_link: doc('Link to the contact in the CRM of that integration; null for none.', nullable(Type.String()), {
    example: 'https://crm.example.com/contacts/42',
  }),
  blocked_at: doc('Since when the contact is blocked; null if not blocked.', nullable(Timestamp), { example: null }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

/** A contact in a list, with what lists are sorted by. */
export const ListedContact = Type.Object({
  ...Contact.properties,
  last_seen_at: doc(
    'When the contact last opened the chat; null if never. Only with `sort` or `query`.',
    Type.Optional(nullable(Timestamp)),
  ),
  last_chat_at: doc(
    'When the last message in any of their chats was sent; null without one. Only with `sort` or `query`.',
    Type.Optional(nullable(Timestamp)),
  ),
});

export const contactSorts = ['created', 'name', 'last_seen', 'last_chat'] as const;
export type ContactSort = (typeof contactSorts)[number];

/** Fields that a contact can fill in. */
export const contactFields = {
  name: doc(
    'Full name; null clears it.',
    Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }))),
    { example: 'Ira Novak' },
  ),
  email: doc(
    'E-mail address; null clears it. It proves nothing about who somebody is.',
    Type.Optional(nullable(Email)),
    {
      example: 'ira@example.com',
    },
  ),
  phone: doc(
    'Phone number in any form; null clears it.',
    Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' }))),
    { example: '+7 900 123-45-67' },
  ),
  description: doc('A note for agents; null clears it.', Type.Optional(nullable(Type.String({ maxLength: 10_000 }))), {
    example: 'Orders for two shops.',
  }),
};
const Fields = {
  ...contactFields,
  attributes: doc(
    "An integration's own data, by name. They merge with the stored ones; null removes one.",
    Type.Optional(Attributes),
    { example: { plan: 'pro' } },
  ),
  email_consent: doc(
    'Whether the contact agreed to get marketing e-mails; null: nobody asked. A new address has no consent until it is given.',
    Type.Optional(nullable(Type.Boolean())),
  ),
};

/** Result of an import, or of its preview. */
export const ContactImport = Type.Object(importResult);

/** The member is present and not null. */
const given = (name: string) => ({ required: [name], properties: { [name]: { type: 'string' } } });

const read = { scope: 'contacts:read', rate: 'read' } as const;
const write = { scope: 'contacts:write', rate: 'write' } as const;
const Id = doc('Public id of the contact.', Guid);
const named = { params: Type.Object({ id: Id }), resource: 'contact' } as const;

const filters = {
  query: doc(
    'Only contacts whose name, e-mail address or phone number contains this text, in any case.',
    Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    { example: 'ira' },
  ),
  tag: doc('Only contacts with this tag.', Type.Optional(Type.String({ minLength: 1, maxLength: 64 })), {
    example: 'vip',
  }),
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
    description:
      'Filters combine. For one person, filter by `email` or `phone`: they compare all of the value. See [contacts](/docs/guides/contacts#finding).',
    query: page({
      ...filters,
      sort: doc(
        'Names from A to Z, times from the latest; contacts without a value come last. Only `created` is allowed with `query`.',
        Type.Optional(Type.Enum([...contactSorts])),
      ),
    }),
    replies: { 200: pageOf(ListedContact) },
  }),
  export: route({
    ...read,
    method: 'GET',
    path: '/v1/contacts/export',
    summary: 'Export contacts as CSV, newest first, with the filters of the list',
    description:
      'UTF-8 with a byte order mark, streamed. The [columns](/docs/guides/contacts#csv) are those that the import takes.',
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
    description:
      'Up to 5 MB and 10,000 rows. A refused row is in the response with its line and reason; the others are stored in one transaction, and each emits an event.',
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
    description:
      'Takes the same file and returns the same counts and refused rows as the import. It needs no idempotency key, since it changes nothing.',
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
    description: '`id` is the `contact_id` of chats and events. An erased contact is 404.',
    replies: { 200: one(Contact) },
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/contacts',
    summary: 'Create a contact from a name, e-mail or phone',
    description:
      'At least one of name, e-mail and phone is required. Emits `client.created` and `visitor.lead`. Contacts with the same e-mail address or phone number are not looked for: filter the list first, or use `PUT /v1/contacts`.',
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
    description:
      'Members that are left out stay. Emits `contact.updated`. Another e-mail address sets a given `email_consent` to null.',
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
    description:
      "Erases chats, messages, ratings and files with it, and what delivery logs have of them; it can't be undone. See [personal data](/docs/guides/personal-data#one-persons-data).",
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
    description: 'Emits `contact.updated` if a tag is new. A contact has at most 100 tags.',
    scope: 'tags:write',
    rate: 'write',
    key: 'required',
    body: Type.Object({
      tags: doc('Names to add; a new name becomes a tag.', Type.Array(TagName, { minItems: 1, maxItems: 100 }), {
        example: ['vip'],
      }),
    }),
    audit: false,
    replies: { 200: one(Contact) },
  }),
  removeTag: route({
    method: 'DELETE',
    path: '/v1/contacts/{id}/tags/{tag}',
    summary: 'Remove a tag from a contact',
    description: "Emits `contact.updated`. A tag that the contact doesn't have is 404.",
    scope: 'tags:write',
    rate: 'write',
    key: 'optional',
    params: Type.Object({
      id: Id,
      tag: doc('Name of the tag.', Type.String({ minLength: 1, maxLength: 64 }), { example: 'vip' }),
    }),
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
    description:
      'Streamed. Links to files work for a day or two. See [personal data](/docs/guides/personal-data#one-persons-data).',
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
    description: 'Takes effect at once on all channels and browsers of the contact. Chats stay as they are.',
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
    description: 'What the contact sent while blocked was refused and does not arrive later.',
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
    description:
      'The other contact is deleted. Two chats on one channel become one; two different `user_id` are 422. See [merging](/docs/guides/contacts#merging) for what becomes of each field.',
    key: 'required',
    body: Type.Object({ contact_id: doc('The contact to merge into this one; it is deleted.', Guid) }),
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
    description: 'A tag exists while a contact has it: the first use creates it, the last removal deletes it.',
    scope: 'tags:read',
    rate: 'read',
    query: page({}),
    replies: { 200: pageOf(Type.String()) },
  }),
};
