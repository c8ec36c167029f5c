import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { doc, Id, nullable, one, Timestamp } from '../route/schemas.ts';
import { DepartmentChannel, weekdays } from './departments.ts';

/** Who would get a new chat, and why. */
export const RoutingPreview = Type.Object({
  at: doc('The moment in question.', Timestamp),
  timezone: doc("The account's time zone, in which schedules are written.", Type.String(), {
    example: 'Europe/Moscow',
  }),
  is_forecast: doc(
    'Whether the moment is not now: then everyone not suspended counts as at work, with the chats they have now.',
    Type.Boolean(),
  ),
  agent_id: doc('Who would get the chat; null if it would wait unassigned.', nullable(Id)),
  department_id: doc('The department it would be in; null for none.', nullable(Id)),
  departments: doc(
    'Departments that list the channel, oldest first. If there are none, the chat goes to all agents.',
    Type.Array(
      Type.Object({
        id: doc('The department.', Id),
        is_open: doc('Whether its schedule has it open at that moment.', Type.Boolean()),
      }),
    ),
  ),
  candidates: doc(
    'Who could get the chat, in the order of their turn: fewest active chats, then assigned one longest ago.',
    Type.Array(
      Type.Object({
        agent_id: doc('The agent.', Id),
        department_id: doc('The department through which they would get it; null for none.', nullable(Id)),
        active_chats: doc('Active chats that they own now.', Type.Integer(), { example: 3 }),
        assigned_at: doc('When they were last assigned a chat; null if never.', nullable(Timestamp)),
      }),
    ),
  ),
});
export type RoutingPreview = Static<typeof RoutingPreview>;

export const departmentRoutingRoutes = {
  previewRouting: route({
    method: 'GET',
    path: '/v1/departments/routing',
    summary: 'Preview who would get a new chat: now, or at the next such time of the week',
    description:
      'Nothing is assigned or stored. An AI operator that answers is not considered: the preview says who gets the chat when people do.',
    scope: 'departments:read',
    rate: 'read',
    query: Type.Object({
      channel: doc('The channel of the new chat: `svc` for the site.', DepartmentChannel, { example: 'svc' }),
      weekday: doc('The day of the next such time; with `time`.', Type.Optional(Type.Enum([...weekdays]))),
      time: doc(
        "The time of day in the account's time zone, as HH:MM; with `weekday`.",
        Type.Optional(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })),
        { example: '09:30' },
      ),
    }),
    replies: { 200: one(RoutingPreview) },
    beyond: true,
  }),
};
