import type { InWidget } from '../../../kernel/data/context.ts';
import * as store from './store/forgetting.ts';
import { addFacts } from './store/roll-up.ts';

const FACTS_PER_BATCH = 5_000;

/** Makes chats as if they had never been, also in hours that are complete. For sample data only: real chats stay counted. */
export async function forgetChats(ctx: InWidget, chatIds: number[], agentIds: number[]) {
  await store.revokeFacts(ctx, chatIds);
  while ((await addFacts(ctx, ctx.widgetId, FACTS_PER_BATCH)) === FACTS_PER_BATCH);
  await store.removeFacts(ctx, chatIds);
  await store.removeHours(ctx, agentIds);
}
