import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { Id, nullable, one, Timestamp } from '../route/schemas.ts';
import { DepartmentChannel, weekdays } from './departments.ts';

/** Who would get a new chat, and why. */
export const RoutingPreview = Type.Object({
  /** The moment in question, and the account's time zone, in which schedules are written. */
  at: Timestamp,
  timezone: Type.String(),
  /**
   * At a time other than now nobody's presence is known: everyone who is not suspended counts as at work, with the chats
   * they have now.
   */
  is_forecast: Type.Boolean(),
  /** Who would get the chat; null if it would wait unassigned. */
  agent_id: nullable(Id),
  /** The department it would be in. */
  department_id: nullable(Id),
  /** Departments that list the channel, oldest first. If there are none, the chat goes to all agents. */
  departments: Type.Array(Type.Object({ id: Id, is_open: Type.Boolean() })),
  /** Who could get the chat, in the order of their turn: fewest active chats, then assigned one longest ago. */
  candidates: Type.Array(
    Type.Object({
      agent_id: Id,
      department_id: nullable(Id),
      active_chats: Type.Integer(),
      assigned_at: nullable(Timestamp),
    }),
  ),
});
export type RoutingPreview = Static<typeof RoutingPreview>;

export const departmentRoutingRoutes = {
  previewRouting: route({
    method: 'GET',
    path: '/v1/departments/routing',
    summary: 'Preview who would get a new chat: now, or at the next such time of the week',
    scope: 'departments:read',
    rate: 'read',
    query: Type.Object({
      channel: DepartmentChannel,
      /** With `time`. */
      weekday: Type.Optional(Type.Enum([...weekdays])),
      time: Type.Optional(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })),
    }),
    replies: { 200: one(RoutingPreview) },
    beyond: true,
  }),
};
