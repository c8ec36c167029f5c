/** The pages of outreach, with their paths. */
export const outreachPages = [
  ['broadcasts', '/outreach/broadcasts'],
  ['campaigns', '/outreach/campaigns'],
  ['invitations', '/outreach/invitations'],
  ['suppressions', '/outreach/suppressions'],
] as const;

export type OutreachPage = (typeof outreachPages)[number][0];
