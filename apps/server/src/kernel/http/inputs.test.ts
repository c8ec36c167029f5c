import { type api, route } from '@parley/contract';
import { expect, expectTypeOf, test } from 'vitest';
import { type Body, only, type Query } from './inputs.ts';

const _bare = route({ method: 'POST', path: '/v1/pings', summary: 'Ping', rate: 'write', replies: {} });

test('an input has the types of the contract when every member is handled', () => {
  type Note = Body<typeof api.chats.claim, 'agent_id' | 'note'>;
  expectTypeOf<Note>().toEqualTypeOf<{ agent_id: number; note?: string }>();
  expectTypeOf<Query<typeof api.tags.list, 'cursor' | 'limit'>>().toEqualTypeOf<{ cursor?: string; limit: number }>();
  // A row may have columns that no caller sets.
  expectTypeOf<Body<typeof api.chats.setAi, 'enabled' | 'id'>>().toEqualTypeOf<{ enabled: boolean }>();
  expectTypeOf<Query<typeof _bare, never>>().toEqualTypeOf<Record<never, never>>();
});

test('an unhandled member is a compile error that names it', () => {
  expectTypeOf<Body<typeof api.chats.claim, 'agent_id'>>().toEqualTypeOf<{ 'note is not handled': never }>();
  expectTypeOf<Query<typeof api.tags.list, 'cursor'>>().toEqualTypeOf<{ 'limit is not handled': never }>();
});

test('the only member of an input is read by its name', () => {
  expect(only({ reason: 'answered' }, 'reason')).toBe('answered');
  expectTypeOf(only({} as { reason?: string }, 'reason')).toEqualTypeOf<string | undefined>();
  // @ts-expect-error no such member
  expect(only({ reason: 'answered' }, 'note')).toBeUndefined();
  // @ts-expect-error there is another one
  expect(only({ reason: 'answered', note: '' }, 'reason')).toBe('answered');
});
