export const outreach = {
  pages: {
    broadcasts: 'Broadcasts',
    campaigns: 'Campaigns',
    invitations: 'Invitations',
    suppressions: 'Suppressions',
  },
};
