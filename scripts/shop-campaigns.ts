// Campaigns of the shop with people to write to, for pictures of their pages.
import { connect } from '../bench/databases.ts';
import type { Shop } from './widget-shop.ts';

const SUBSCRIBERS = ['Maria Lopez', 'Chen Wei', 'Aisha Khan', 'Ingrid Dahl', 'Paulo Nunes', 'Kemi Ade'];

const HTML = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
  <tr>
    <td style="padding: 32px; border: 1px solid #d1d5db; border-radius: 12px; background: #ffffff; color: #111827; font-family: Arial, sans-serif; font-size: 16px; line-height: 24px">
      <h1 style="margin: 0 0 16px; font-size: 26px; line-height: 32px">The spring collection is here</h1>
      <p style="margin: 0 0 12px">Hi {{contact.first_name|there}},</p>
      <p style="margin: 0 0 24px">Twelve new mugs and bowls came out of the kiln this week. As a subscriber you get them two days before everybody else.</p>
      <a href="https://example.com" style="display: inline-block; padding: 12px 24px; border-radius: 8px; background: #0f766e; color: #ffffff; font-weight: bold; text-decoration: none">Have a look</a>
    </td>
  </tr>
</table>
`;

const SALE = {
  subject: 'New mugs for you, {{contact.first_name|friend}}',
  preheader: 'Two days before everybody else',
  from_name: 'The Clay Shop',
  html: HTML,
  track_clicks: true,
};

/** Returns the ids of a draft and of an e-mail that was sent. */
export async function addCampaigns({ api, dataDir, widgetId }: Shop) {
  for (const name of SUBSCRIBERS) {
    const email = `${name.toLowerCase().replace(' ', '.')}@example.org`;
    await api.contacts.create({ body: { name, email, email_consent: true } });
  }
  const audience = { tags_none: ['wholesale'] };
  const sent = await api.campaigns.create({ body: { type: 'email', name: 'News of March', settings: SALE } });
  await api.campaigns.send({ params: { id: sent.id }, body: { consent: true } });
  const rule = {
    trigger: { type: 'time' as const, seconds: 15 },
    text: 'Free delivery until Sunday!',
    holdout_percent: 10,
  };
  const onsite = await api.campaigns.create({ body: { type: 'onsite', name: 'Free delivery', settings: { rule } } });
  await api.campaigns.transition({ params: { id: onsite.id }, body: { action: 'start' } });
  const draft = await api.campaigns.create({
    body: { type: 'email', name: 'Spring collection', settings: { ...SALE, audience } },
  });
  const client = await connect(dataDir);
  await client.query(
    `INSERT INTO invitation_impressions (widget_id, id, invitation, held_out, shown_at, opened_at, wrote_at)
     SELECT $1, gen_random_uuid()::text, 'c' || $2::text, each % 10 = 0, now() - interval '1 hour',
       CASE WHEN each % 6 = 1 THEN now() END, CASE WHEN each % 14 = 1 THEN now() END
     FROM generate_series(1, 1640) AS each`,
    [widgetId, onsite.id],
  );
  await client.end();
  return { draftId: draft.id, sentId: sent.id, onsiteId: onsite.id };
}
