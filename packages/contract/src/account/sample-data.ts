import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { none, one } from '../route/schemas.ts';

const SampleData = Type.Object({
  /** The first start offers to fill an empty installation. */
  is_offered: Type.Boolean(),
  /** Contacts and agents that are sample data; 0 without any. */
  contacts: Type.Integer(),
  agents: Type.Integer(),
});

const owner = { auth: 'session', roles: ['owner'], beyond: true, path: '/console-api/sample-data' } as const;

/** Sample chats, contacts, ratings and colleagues, to look around in. */
export const sampleData = {
  read: route({
    ...owner,
    method: 'GET',
    summary: 'Retrieve whether sample data is offered or present',
    rate: 'read',
    replies: { 200: one(SampleData) },
  }),
  create: route({
    ...owner,
    method: 'POST',
    summary: 'Fill the widget with three weeks of sample data, unless it has some',
    rate: 'write',
    body: Type.Object({ locale: Type.Enum(['en', 'ru']) }),
    audit: 'widget.sample_data_added',
    replies: { 201: one(SampleData) },
    problems: ['sample_data_exists'],
  }),
  remove: route({
    ...owner,
    method: 'DELETE',
    summary: 'Remove the sample data, with all that came to it since',
    rate: 'write',
    audit: 'widget.sample_data_removed',
    replies: { 204: none },
  }),
};
