import { defineModule } from '../../../kernel/module.ts';
import { receiveReturns } from './receiving.ts';

export const manifest = defineModule({ background: async (services) => void (await receiveReturns(services)) });
