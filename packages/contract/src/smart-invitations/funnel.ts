import { type Static, Type } from 'typebox';
import { doc, Id, nullable, Timestamp } from '../route/schemas.ts';

const Count = Type.Integer({ minimum: 0 });

/** What the invitation adds to the share of visitors who write, and its 95 % confidence interval: 0.02 is two in a hundred. */
const Lift = Type.Object({
  value: doc('Share of visitors who write that the invitation adds: 0.02 is two in a hundred.', Type.Number(), {
    example: 0.021,
  }),
  low: doc('Lower end of its 95 % confidence interval.', Type.Number(), { example: 0.008 }),
  high: doc('Upper end of its 95 % confidence interval.', Type.Number(), { example: 0.034 }),
});

/** What visitors did with an invitation. */
export const invitationSteps = {
  held_out: doc('Visitors who saw nothing, to compare with.', Count, { example: 120 }),
  shown: doc('Times it was shown.', Count, { example: 1_080 }),
  opened: doc('Of these, how many opened the chat.', Count, { example: 96 }),
  dismissed: doc('Of these, how many dismissed it.', Count, { example: 210 }),
  clicked: doc('Of these, how many sent a quick reply.', Count, { example: 41 }),
  wrote: doc('Visitors who wrote within 24 hours of seeing it.', Count, { example: 64 }),
  held_out_wrote: doc('Held out visitors who wrote within 24 hours.', Count, { example: 4 }),
  lift: doc('What it adds; null while fewer than 100 were shown it, or fewer than 100 held out.', nullable(Lift)),
};

/** Impressions of a period, by when they were shown. */
export const InvitationFunnel = Type.Object({
  from: doc('Beginning of the period, included.', Timestamp),
  to: doc('End of the period, excluded.', Timestamp, { example: '2026-05-02T00:00:00+03:00' }),
  totals: doc('All rules together.', Type.Object(invitationSteps)),
  rules: doc(
    'Rules by priority, then those that were deleted.',
    Type.Array(
      Type.Object({
        rule_id: doc('Id of the rule.', Id),
        name: doc('Its name.', Type.String(), { example: 'Cart' }),
        deleted: doc('Whether it was deleted since.', Type.Boolean()),
        ...invitationSteps,
      }),
    ),
  ),
});
export type InvitationFunnel = Static<typeof InvitationFunnel>;
