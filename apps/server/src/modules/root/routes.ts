import { api } from '@parley/contract';
import { bind } from '../../kernel/bind.ts';
import { whoAmI } from './service.ts';

export const routes = bind(api.service, { whoAmI });
