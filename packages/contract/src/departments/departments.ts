import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { CreatedAt, doc, Id, none, nullable, one, page, pageOf, UpdatedAt } from '../route/schemas.ts';

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** Opening hours of one day; `to` may be 24:00. */
const Hours = Type.Object(
  {
    from: doc('When it opens, as HH:MM.', Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }), {
      example: '09:00',
    }),
    to: doc(
      'When it closes, as HH:MM, after `from`; 24:00 is midnight.',
      Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$' }),
      { example: '18:00' },
    ),
  },
  { additionalProperties: false },
);

/** Open all day, within hours, or closed. */
const Day = Type.Union([Type.Literal('full'), Hours, Type.Null()]);
export type Day = Static<typeof Day>;

export const Schedule = Type.Object({
  Monday: doc('Open all day (`full`), within hours, or closed (null).', Day, {
    example: { from: '09:00', to: '18:00' },
  }),
  Tuesday: doc('As for Monday.', Day, { example: { from: '09:00', to: '18:00' } }),
  Wednesday: doc('As for Monday.', Day, { example: { from: '09:00', to: '18:00' } }),
  Thursday: doc('As for Monday.', Day, { example: { from: '09:00', to: '18:00' } }),
  Friday: doc('As for Monday.', Day, { example: { from: '09:00', to: '18:00' } }),
  Saturday: doc('As for Monday.', Day, { example: 'full' }),
  Sunday: doc('As for Monday.', Day, { example: null }),
});
export type Schedule = Static<typeof Schedule>;

/** A day that is left out is closed. */
const GivenSchedule = Type.Partial(Schedule, { additionalProperties: false });

/** The site, a messenger, or a marketplace cabinet. */
export const DepartmentChannel = Type.String({ pattern: '^(svc|tg|vk|wa|vb|fb|ok|av__[1-9]\\d{0,15})$' });
const Channels = Type.Array(DepartmentChannel, { maxItems: 100 });
const Members = Type.Array(Id, { maxItems: 1_000 });
const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' });

export const Department = Type.Object({
  id: doc('Unique id of the department.', Id),
  name: doc('Its name, which visitors do not see.', Name, { example: 'Sales' }),
  avatar_url: doc('Public URL of the picture, valid until it changes; null without one.', nullable(Type.String())),
  channels: doc(
    'Channels whose new chats go to it: `svc` is the site, `av__<id>` an Avito cabinet.',
    Type.Array(Type.String()),
    { example: ['svc', 'tg'] },
  ),
  agent_ids: doc('Its members, suspended ones included.', Type.Array(Id), { example: [7, 12] }),
  schedule: doc('When it is open, by weekday, in the time zone of the account.', Schedule),
  internal_chat_id: doc('The internal chat of its members, which is used from the console.', Id),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type Department = Static<typeof Department>;

const read = { scope: 'departments:read', rate: 'read' } as const;
const write = { scope: 'departments:write', rate: 'write' } as const;

export const departmentRoutes = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/departments',
    summary: 'List departments, oldest first',
    description:
      'New chats of a channel go to the open departments that list it; a channel that no department lists goes to all agents.',
    query: page({}),
    replies: { 200: pageOf(Department) },
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/departments',
    summary: 'Create a department. Without a schedule it is always open',
    description: 'Also creates the internal chat of the department. Its agents must belong to this widget.',
    key: 'required',
    body: Type.Object({
      name: doc('What agents call it.', Name, { example: 'Sales' }),
      channels: doc(
        'Channels whose new chats it gets; a messenger need not be connected. None by default.',
        Type.Optional(Channels),
        { example: ['svc', 'tg'] },
      ),
      agent_ids: doc('Agents of this widget. None by default.', Type.Optional(Members), { example: [7, 12] }),
      schedule: doc(
        'Opening hours by weekday; a day that is left out is closed. Left out whole: always open.',
        Type.Optional(GivenSchedule),
        { example: { Monday: { from: '09:00', to: '18:00' }, Saturday: 'full' } },
      ),
    }),
    audit: 'department.created',
    replies: { 201: one(Department) },
  }),
  read: route({
    ...read,
    method: 'GET',
    path: '/v1/departments/{id}',
    summary: 'Retrieve a department with its agents and schedule',
    description: 'All seven days of the schedule are returned.',
    resource: 'department',
    replies: { 200: one(Department) },
  }),
  update: route({
    ...write,
    method: 'PATCH',
    path: '/v1/departments/{id}',
    summary: "Update a department's name or channels. Agents and schedule have their own routes",
    description: 'A list of channels replaces the former one. Chats that were routed already stay where they are.',
    key: 'required',
    resource: 'department',
    body: Type.Object(
      {
        name: doc('What agents call it.', Type.Optional(Name), { example: 'Sales and delivery' }),
        channels: doc('Replaces the channels whose new chats it gets.', Type.Optional(Channels), {
          example: ['svc', 'tg'],
        }),
      },
      { minProperties: 1 },
    ),
    audit: 'department.updated',
    replies: { 200: one(Department) },
  }),
  setAvatar: route({
    ...write,
    method: 'POST',
    path: '/v1/departments/{id}/avatar',
    summary: "Set a department's picture: JPEG, PNG, GIF or WebP, up to 2048 KB",
    description: 'Replaces the former picture. The type is detected from the content, not from the name of the file.',
    key: 'required',
    upload: true,
    resource: 'department',
    audit: 'department.updated',
    replies: { 201: one(Department) },
    problems: ['upstream_failed'],
    beyond: true,
  }),
  removeAvatar: route({
    ...write,
    method: 'DELETE',
    path: '/v1/departments/{id}/avatar',
    summary: "Remove a department's picture",
    description: "Removing a picture that isn't there succeeds too.",
    key: 'optional',
    resource: 'department',
    audit: 'department.updated',
    replies: { 204: none },
    beyond: true,
  }),
  remove: route({
    ...write,
    method: 'DELETE',
    path: '/v1/departments/{id}',
    summary: 'Delete a department. Its chats are kept',
    description:
      'Links to its agents and channels are removed with it. New chats of its channels go to the other departments that list them, or to all agents.',
    key: 'optional',
    resource: 'department',
    audit: 'department.removed',
    replies: { 204: none },
  }),
  setAgents: route({
    ...write,
    method: 'PUT',
    path: '/v1/departments/{id}/agents',
    summary: 'Replace the agents of a department',
    description:
      'Replaces the whole set: an empty list leaves the department without agents. Every agent must belong to this widget; a suspended one may stay.',
    key: 'required',
    resource: 'department',
    body: Type.Object({ agent_ids: doc('All members from now on.', Members, { example: [7, 12] }) }),
    audit: 'department.updated',
    replies: { 200: one(Department) },
  }),
  setSchedule: route({
    ...write,
    method: 'PUT',
    path: '/v1/departments/{id}/schedule',
    summary: 'Replace the schedule of a department. A day that is left out is closed',
    description:
      "Hours are in the time zone of the account. They can't go over midnight: use `full`, or end the day at 24:00.",
    key: 'required',
    resource: 'department',
    body: Type.Object({
      schedule: doc('Opening hours by weekday.', GivenSchedule, {
        example: { Monday: { from: '09:00', to: '18:00' }, Saturday: 'full' },
      }),
    }),
    audit: 'department.updated',
    replies: { 200: one(Department) },
  }),
};
