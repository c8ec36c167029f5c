import { dashboard, site } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as sites from './service.ts';

export const routes = [
  ...bind(dashboard.widgetSites, { read: (ctx) => sites.get(ctx) }),
  ...bind(site.blockedPages, { report: (ctx, { body }) => sites.reportBlocked(ctx, only(body, 'host')) }),
];
