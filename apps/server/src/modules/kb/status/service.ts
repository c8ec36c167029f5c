import type { KbStatus } from '@parley/contract';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import * as crawler from '../crawler/index.ts';
import { findModel } from '../embedding/index.ts';
import * as rules from '../rules/index.ts';
import * as search from '../search/index.ts';
import * as uploads from '../uploads/index.ts';

/** Rules without an embedding are pending as long as there is a credential to embed them with. */
export async function get(ctx: InWidget<Read>): Promise<KbStatus> {
  const model = await findModel(ctx);
  const [counts, index, byStatus, crawl] = await Promise.all([
    rules.findStatus(ctx, model?.model ?? null),
    search.indexOf(ctx),
    uploads.countByStatus(ctx),
    crawler.findStatus(ctx),
  ]);
  const { rules: total, embedded, dimensions } = counts;
  return {
    rules: total,
    embedded,
    pending: model ? total - embedded : 0,
    embedding: model ? { ...model, dimensions } : null,
    index,
    uploads: byStatus,
    crawler: crawl ?? null,
  };
}
