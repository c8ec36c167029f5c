import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { Id, none, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** Opening hours of one day; `to` may be 24:00. */
const Hours = Type.Object(
  {
    from: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
    to: Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$' }),
  },
  { additionalProperties: false },
);

/** Open all day, within hours, or closed. */
const Day = Type.Union([Type.Literal('full'), Hours, Type.Null()]);
export type Day = Static<typeof Day>;

export const Schedule = Type.Object({
  Monday: Day,
  Tuesday: Day,
  Wednesday: Day,
  Thursday: Day,
  Friday: Day,
  Saturday: Day,
  Sunday: Day,
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
  id: Id,
  name: Name,
  /** Valid until the picture changes. */
  avatar_url: nullable(Type.String()),
  channels: Type.Array(Type.String()),
  agent_ids: Type.Array(Id),
  schedule: Schedule,
  /** The internal chat of its members. */
  internal_chat_id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
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
    query: page({}),
    replies: { 200: pageOf(Department) },
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/departments',
    summary: 'Create a department. Without a schedule it is always open',
    key: 'required',
    body: Type.Object({
      name: Name,
      channels: Type.Optional(Channels),
      agent_ids: Type.Optional(Members),
      schedule: Type.Optional(GivenSchedule),
    }),
    audit: 'department.created',
    replies: { 201: one(Department) },
  }),
  read: route({
    ...read,
    method: 'GET',
    path: '/v1/departments/{id}',
    summary: 'Retrieve a department with its agents and schedule',
    resource: 'department',
    replies: { 200: one(Department) },
  }),
  update: route({
    ...write,
    method: 'PATCH',
    path: '/v1/departments/{id}',
    summary: "Update a department's name or channels. Agents and schedule have their own routes",
    key: 'required',
    resource: 'department',
    body: Type.Object({ name: Type.Optional(Name), channels: Type.Optional(Channels) }, { minProperties: 1 }),
    audit: 'department.updated',
    replies: { 200: one(Department) },
  }),
  setAvatar: route({
    ...write,
    method: 'POST',
    path: '/v1/departments/{id}/avatar',
    summary: "Set a department's picture: JPEG, PNG, GIF or WebP, up to 2048 KB",
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
    key: 'required',
    resource: 'department',
    body: Type.Object({ agent_ids: Members }),
    audit: 'department.updated',
    replies: { 200: one(Department) },
  }),
  setSchedule: route({
    ...write,
    method: 'PUT',
    path: '/v1/departments/{id}/schedule',
    summary: 'Replace the schedule of a department. A day that is left out is closed',
    key: 'required',
    resource: 'department',
    body: Type.Object({ schedule: GivenSchedule }),
    audit: 'department.updated',
    replies: { 200: one(Department) },
  }),
};
