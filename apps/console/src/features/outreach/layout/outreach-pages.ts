/** The pages of outreach, with their paths. */
export const outreachPages = [
  ['broadcasts', '/outreach/broadcasts'],
  ['invitations', '/outreach/invitations'],
  ['suppressions', '/outreach/suppressions'],
] as const;

export type OutreachPage = (typeof outreachPages)[number][0];
