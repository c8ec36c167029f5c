import { api, chatRatingRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as ratings from './service.ts';

export const routes = [
  ...bind(api.ratings, { list: (ctx, { query }) => ratings.list(ctx, query) }),
  ...bind(chatRatingRoutes, {
    requestRating: (ctx, { params }) => ratings.request(ctx, params.id),
    readRating: (ctx, { params }) => ratings.getOfChat(ctx, params.id),
  }),
];
