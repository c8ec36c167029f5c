export const outreach = {
  pages: { broadcasts: 'Broadcasts', invitations: 'Invitations', suppressions: 'Suppressions' },
};
