import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { whoAmI } from './service.ts';

export const routes = bind(api.service, { whoAmI });
