import { chatTranscriptRoutes, messageRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as messages from './service.ts';
import { exportTranscript } from './transcript.ts';

const ofMessages = bind(messageRoutes, {
  list: (ctx, { params, query }) => messages.list(ctx, params.id, query),
  read: (ctx, { params }) => messages.get(ctx, params),
  send: (ctx, { params, body }) => messages.send(ctx, params.id, body),
  addNote: (ctx, { params, body }) => messages.addNote(ctx, params.id, body),
  sendTyping: (ctx, { params, body }) => messages.publishAgentTyping(ctx, params.id, only(body, 'state')),
  markSeen: (ctx, { params, body }) => messages.markMessageSeen(ctx, params.id, only(body, 'message_id')),
  markRangeSeen: (ctx, { params, body }) => messages.markRangeSeen(ctx, params.id, body),
});

export const routes = [
  ...ofMessages,
  ...bind(chatTranscriptRoutes, { transcript: (ctx, { params }) => exportTranscript(ctx, params.id) }),
];
