import { type Static, Type } from 'typebox';
import { Id, nullable, Timestamp } from '../route/schemas.ts';

const Count = Type.Integer({ minimum: 0 });

/** What the invitation adds to the share of visitors who write, and its 95 % confidence interval: 0.02 is two in a hundred. */
const Lift = Type.Object({ value: Type.Number(), low: Type.Number(), high: Type.Number() });

/** What visitors did with an invitation. */
export const invitationSteps = {
  /** Visitors who saw nothing, to compare with. */
  held_out: Count,
  shown: Count,
  opened: Count,
  dismissed: Count,
  clicked: Count,
  /** Wrote within 24 hours. */
  wrote: Count,
  held_out_wrote: Count,
  /** Null while fewer than 100 were shown it, or fewer than 100 held out. */
  lift: nullable(Lift),
};

/** Impressions of a period, by when they were shown. */
export const InvitationFunnel = Type.Object({
  from: Timestamp,
  to: Timestamp,
  totals: Type.Object(invitationSteps),
  /** By priority, then those that were deleted. */
  rules: Type.Array(Type.Object({ rule_id: Id, name: Type.String(), deleted: Type.Boolean(), ...invitationSteps })),
});
export type InvitationFunnel = Static<typeof InvitationFunnel>;
