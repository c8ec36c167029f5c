import { defineModule } from '../../../kernel/module.ts';
import { followModel, pruneWords } from './jobs.ts';
import { recentre } from './mean.ts';
import { startEmbedding } from './pending-embeddings.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({ routes, jobs: [followModel, recentre, pruneWords], background: startEmbedding });
