import { api, site } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as funnel from './funnel.ts';
import * as impressions from './impressions.ts';
import * as rules from './rules.ts';
import { simulate } from './simulate.ts';
import * as templates from './templates.ts';

export const routes = [
  ...bind(api.smartInvitations, {
    list: (ctx) => rules.list(ctx),
    funnel: (ctx, { query }) => funnel.read(ctx, query),
    save: (ctx, { body }) => rules.save(ctx, body),
    setEnabled: (ctx, { params, body }) => rules.setEnabled(ctx, params.id, only(body, 'enabled')),
    remove: (ctx, { params }) => rules.remove(ctx, params.id),
    simulate: (ctx, { body }) => simulate(ctx, body),
    createTemplate: (ctx, { body }) => templates.create(ctx, body),
    removeTemplate: (ctx, { params }) => templates.remove(ctx, params.id),
  }),
  ...bind(site.impressions, {
    listInvitations: (ctx) => impressions.listActive(ctx),
    record: (ctx, { body }) => impressions.record(ctx, body),
  }),
];
