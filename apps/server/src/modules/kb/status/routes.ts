import { kbStatusRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as status from './service.ts';

export const routes = bind(kbStatusRoutes, { readStatus: (ctx) => status.get(ctx) });
