import { api, contactBlockRoutes, contactMergeRoutes, site } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import { setBlocked } from './identity/blocking.ts';
import { identify } from './identity/identity.ts';
import { merge } from './identity/merge.ts';
import { mailTranscript } from './mail/transcript-mail.ts';
import { openChat } from './open-chat.ts';
import { startChat } from './proactive-chat.ts';
import * as visitors from './service.ts';
import * as visits from './visits/visits.ts';

const ofSites = bind(site.visitor, {
  readConfig: (ctx) => visitors.readConfig(ctx),
  visit: (ctx, { body }) => visitors.visit(ctx, body),
  open: (ctx, { body }) => openChat(ctx, body),
  listMessages: (ctx, { query }) => visitors.listMessages(ctx, query),
  send: (ctx, { body }) => visitors.send(ctx, body),
  upload: { beforeTransaction: (ctx, { upload }) => visitors.upload(ctx, upload) },
  sendTyping: (ctx, { body }) => visitors.publishTyping(ctx, body),
  markSeen: (ctx, { body }) => visitors.markSeen(ctx, only(body, 'seq')),
  rate: (ctx, { body }) => visitors.rate(ctx, body),
  updateContact: (ctx, { body, query }) => visitors.updateContact(ctx, body, only(query, 'via')),
  setCustomData: (ctx, { body }) => visitors.setCustomData(ctx, only(body, 'fields')),
  identify: (ctx, { body }) => identify(ctx, body),
  linkMessenger: (ctx, { body }) => visitors.linkMessenger(ctx, only(body, 'provider')),
  mailTranscript: (ctx, { body }) => mailTranscript(ctx, body),
});

const ofAgents = bind(api.visitors, {
  list: (ctx, { query }) => visits.list(ctx, query),
  startChat: (ctx, { params, body }) => startChat(ctx, params.id, body),
});

export const routes = [
  ...ofSites,
  ...ofAgents,
  ...bind(contactBlockRoutes, {
    block: (ctx, { params }) => setBlocked(ctx, params.id, true),
    unblock: (ctx, { params }) => setBlocked(ctx, params.id, false),
  }),
  ...bind(contactMergeRoutes, { merge: (ctx, { params, body }) => merge(ctx, params.id, only(body, 'contact_id')) }),
];
