import { api, contactMergeRoutes, site } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import { identify } from './identity/identity.ts';
import { merge } from './identity/merging.ts';
import { mailTranscript } from './mail/mailing.ts';
import { open } from './opening.ts';
import * as visitors from './service.ts';
import { startChat } from './starting.ts';
import * as visits from './visits/visits.ts';

const ofSites = bind(site.visitor, {
  readConfig: (ctx) => visitors.readConfig(ctx),
  visit: (ctx, { body }) => visitors.visit(ctx, body),
  open: (ctx, { body }) => open(ctx, body),
  listMessages: (ctx, { query }) => visitors.listMessages(ctx, query),
  send: (ctx, { body }) => visitors.send(ctx, body),
  upload: { beforeTransaction: (ctx, { upload }) => visitors.upload(ctx, upload) },
  sendTyping: (ctx, { body }) => visitors.type(ctx, body),
  markSeen: (ctx, { body }) => visitors.see(ctx, only(body, 'seq')),
  rate: (ctx, { body }) => visitors.rate(ctx, body),
  updateContact: (ctx, { body, query }) => visitors.introduce(ctx, body, only(query, 'via')),
  setCustomData: (ctx, { body }) => visitors.setCustomData(ctx, only(body, 'fields')),
  identify: (ctx, { body }) => identify(ctx, body),
  mailTranscript: (ctx, { body }) => mailTranscript(ctx, body),
});

const ofAgents = bind(api.visitors, {
  list: (ctx, { query }) => visits.list(ctx, query),
  startChat: (ctx, { params, body }) => startChat(ctx, params.id, body),
});

export const routes = [
  ...ofSites,
  ...ofAgents,
  ...bind(contactMergeRoutes, { merge: (ctx, { params, body }) => merge(ctx, params.id, only(body, 'contact_id')) }),
];
