// Smart invitations of the shop with a month of figures, for pictures of their pages.
import { connect } from '../bench/databases.ts';
import type { Shop } from './widget-shop.ts';

/** What became of a rule's invitations, in a month. */
const FIGURES: Record<string, { shown: number; wrote: number; heldOut: number; heldOutWrote: number }> = {
  cart: { shown: 1_240, wrote: 118, heldOut: 160, heldOutWrote: 4 },
  pricing: { shown: 640, wrote: 41, heldOut: 130, heldOutWrote: 6 },
  leaving: { shown: 380, wrote: 9, heldOut: 42, heldOutWrote: 1 },
  welcome: { shown: 2_310, wrote: 74, heldOut: 0, heldOutWrote: 0 },
};

/** Returns the id of the rule that has a page of its own. */
export async function addInvitations({ api, dataDir, widgetId }: Shop) {
  const { templates } = await api.smartInvitations.list();
  const client = await connect(dataDir);
  const ids: number[] = [];
  for (const [slug, { shown, wrote, heldOut, heldOutWrote }] of Object.entries(FIGURES)) {
    const template = templates.find((each) => each.slug === slug);
    if (!template) throw new Error(`There is no template ${slug}`);
    const quick_replies = slug === 'cart' ? ['Delivery', 'Payment', 'Something else'] : [];
    const rule = { ...template.rule, quick_replies, holdout_percent: heldOut ? 10 : 0 };
    const { id } = await api.smartInvitations.save({ body: { rule } });
    ids.push(id ?? 0);
    await client.query(
      `INSERT INTO invitation_impressions (widget_id, id, invitation, held_out, shown_at, opened_at, dismissed_at, wrote_at)
       SELECT $1, gen_random_uuid()::text, 'r' || $2::text, held_out, at, CASE WHEN each <= 2 * wrote AND NOT held_out THEN at END,
         CASE WHEN each % 5 = 0 AND each > 2 * wrote AND NOT held_out THEN at END, CASE WHEN each <= wrote THEN at END
       FROM (VALUES (false, $3::int, $4::int), (true, $5::int, $6::int)) AS sides (held_out, count, wrote),
         generate_series(1, count) AS each, LATERAL (SELECT now() - each % 28 * interval '1 day' - interval '1 hour' AS at) AS times`,
      [widgetId, id, shown, wrote, heldOut, heldOutWrote],
    );
  }
  await client.end();
  return ids[0] ?? 0;
}
