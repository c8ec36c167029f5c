import { kbCrawlerRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as crawler from './service.ts';

export const routes = bind(kbCrawlerRoutes, {
  readCrawler: (ctx) => crawler.get(ctx),
  replaceCrawler: { beforeTransaction: (ctx, { body }) => crawler.replace(ctx, body) },
  removeCrawler: (ctx) => crawler.remove(ctx),
  listCrawlChanges: (ctx, { query }) => crawler.listChanges(ctx, query),
  undoCrawl: (ctx) => crawler.undo(ctx),
});
