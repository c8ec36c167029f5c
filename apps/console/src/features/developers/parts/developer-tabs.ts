/** The pages for developers, with their paths. */
export const developerTabs = [
  ['api', '/settings/developers'],
  ['tokens', '/settings/developers/tokens'],
  ['webhooks', '/settings/developers/webhooks'],
  ['events', '/settings/developers/events'],
  ['channels', '/settings/developers/channels'],
] as const;
