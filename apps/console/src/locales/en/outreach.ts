export const outreach = {
  pages: { broadcasts: 'Broadcasts', suppressions: 'Suppressions' },
};
