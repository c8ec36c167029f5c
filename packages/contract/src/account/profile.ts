import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { none, nullable, one } from '../route/schemas.ts';
import { ownStats, ownTrend } from '../statistics/statistics.ts';
import { OwnLocale } from './locale.ts';
import { Notifications } from './notifications.ts';
import { Preferences } from './preferences.ts';
import { Session } from './session.ts';

// A user's own profile. Needs no scope.

const writes = { auth: 'session', rate: 'write', beyond: true } as const;

export const profile = {
  stats: ownStats,
  trend: ownTrend,
  update: route({
    ...writes,
    method: 'PATCH',
    path: '/console-api/profile',
    summary: 'Update your name, language, break, notifications or preferences. Returns the session',
    body: Type.Object(
      {
        name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })),
        surname: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
        locale: Type.Optional(OwnLocale),
        /** `relaxation` is a break: keeps chats, gets no new ones. */
        status: Type.Optional(Type.Enum(['active', 'relaxation'])),
        notifications: Type.Optional(Type.Partial(Notifications, { additionalProperties: false, minProperties: 1 })),
        preferences: Type.Optional(Type.Partial(Preferences, { additionalProperties: false, minProperties: 1 })),
      },
      { minProperties: 1 },
    ),
    audit: false,
    replies: { 200: one(Session) },
  }),
  setAvatar: route({
    ...writes,
    method: 'POST',
    path: '/console-api/profile/avatar',
    summary: 'Set your avatar: JPEG, PNG, GIF or WebP, up to 2048 KB. Returns the session',
    purges: 'widget',
    upload: true,
    audit: 'agent.avatar_changed',
    replies: { 201: one(Session) },
    problems: ['upstream_failed'],
  }),
  removeAvatar: route({
    ...writes,
    method: 'DELETE',
    path: '/console-api/profile/avatar',
    summary: 'Remove your avatar',
    purges: 'widget',
    audit: 'agent.avatar_removed',
    replies: { 204: none },
  }),
};
