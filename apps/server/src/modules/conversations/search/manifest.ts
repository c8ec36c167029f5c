import { defineModule } from '../../../kernel/module.ts';
import { startIndexer } from './indexer.ts';

export const manifest = defineModule({ background: startIndexer });
