import { expect, test } from 'vitest';
import { aiStateOf } from './ai-state.ts';

const chat = { reply_owner: 'human', agent_id: null, isBlocked: undefined } as const;

test('the AI answers while it owns the reply, and the next message where nothing silences it', () => {
  expect(aiStateOf({ ...chat, reply_owner: 'ai' }, { owner: 'ai', silence: null })).toBe('answering');
  expect(aiStateOf(chat, { owner: 'human', silence: null })).toBe('next');
  expect(aiStateOf(chat, { owner: 'human', silence: 'shadow' })).toBe('shadow');
  expect(aiStateOf({ ...chat, reply_owner: 'ai' }, { owner: 'human', silence: 'paused' })).toBe('paused');
});

test('a chat that was just claimed is a person’s before the server has confirmed it', () => {
  expect(aiStateOf({ ...chat, agent_id: 1 }, { owner: 'ai', silence: null })).toBe('person');
  expect(aiStateOf(chat, { owner: 'ai', silence: null })).toBe('answering');
  expect(aiStateOf({ ...chat, reply_owner: 'ai' }, { owner: 'human', silence: 'person' })).toBe('answering');
});

test('blocking and unblocking a visitor shows at once', () => {
  expect(aiStateOf({ ...chat, isBlocked: true }, { owner: 'ai', silence: null })).toBe('blocked');
  expect(aiStateOf({ ...chat, isBlocked: true }, { owner: 'human', silence: 'paused' })).toBe('paused');
  expect(aiStateOf({ ...chat, isBlocked: false }, { owner: 'human', silence: 'blocked' })).toBe('next');
  expect(aiStateOf({ ...chat, agent_id: 1, isBlocked: false }, { owner: 'human', silence: 'blocked' })).toBe('person');
});
