import { chatLogRoutes, chatRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as snooze from './lifecycle/snooze.ts';
import * as states from './lifecycle/states.ts';
import * as unread from './lifecycle/unread.ts';
import * as chatList from './list/list.ts';
import * as log from './log/list.ts';
import * as chats from './service.ts';

const ofChats = bind(chatRoutes, {
  list: (ctx, { query }) => chatList.list(ctx, query),
  counts: (ctx, { query }) => chatList.count(ctx, query),
  create: (ctx, { body }) => chats.start(ctx, body),
  read: (ctx, { params }) => chats.get(ctx, params.id),
  close: (ctx, { params, body }) => states.close(ctx, params.id, only(body, 'reason')),
  setState: (ctx, { params, body }) => states.setState(ctx, params.id, body),
  snooze: (ctx, { params, body }) => snooze.snooze(ctx, params.id, only(body, 'until')),
  unsnooze: (ctx, { params }) => snooze.wake(ctx, params.id),
  markUnread: (ctx, { params }) => unread.markUnread(ctx, params.id),
});

const ofLog = bind(chatLogRoutes, { listLog: (ctx, { params, query }) => log.list(ctx, params.id, query) });

export const routes = [...ofChats, ...ofLog];
