import type { Message } from '@parley/live';
import { expect, test } from 'vitest';
import { questionOf } from './question-of.ts';

const said = (id: number, sender: Message['sender'], body: string | null, isNote = false) =>
  ({ id, sender, body, private: isNote }) as Message;

test('the question of a reply is what the visitor wrote since the answer before', () => {
  const messages = [
    said(1, 'client', 'Hello'),
    said(2, 'ai', 'How can I help?'),
    said(3, 'client', ' Do you deliver '),
    said(4, 'agent', 'Who knows this?', true),
    said(5, 'client', null),
    said(6, 'client', 'on Sundays?'),
    said(7, 'agent', 'One moment.'),
    said(8, 'agent', 'No, on Saturdays.'),
  ];
  expect(questionOf(messages, { id: 8 })).toBe('Do you deliver\non Sundays?');
  expect(questionOf(messages, { id: 7 })).toBe('Do you deliver\non Sundays?');
  expect(questionOf(messages, { id: 2 })).toBe('Hello');
  expect(questionOf([said(1, 'agent', 'Hi')], { id: 1 })).toBe('');
});
