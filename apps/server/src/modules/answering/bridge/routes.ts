import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { readAttachment } from './attachments.ts';
import { review, updateContact } from './customers.ts';
import { checkPermission, handOver, reply } from './service.ts';

export const routes = bind(api.aiBridge, {
  reply: (ctx, { body }) => reply(ctx, body),
  checkPermission: (ctx, { body }) => checkPermission(ctx, body),
  handOver: (ctx, { body }) => handOver(ctx, body),
  updateContact: (ctx, { body }) => updateContact(ctx, body),
  readAttachment: { beforeTransaction: (ctx, { body }) => readAttachment(ctx, body) },
  review: (ctx, { body }) => review(ctx, body),
});
