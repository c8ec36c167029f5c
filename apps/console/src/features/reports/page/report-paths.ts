/** The reports, with their paths. */
export const reportPaths = [
  ['overview', '/reports'],
  ['channels', '/reports/channels'],
  ['agents', '/reports/agents'],
  ['ratings', '/reports/ratings'],
  ['hours', '/reports/hours'],
] as const;
