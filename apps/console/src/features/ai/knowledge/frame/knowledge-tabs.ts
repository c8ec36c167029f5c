/** The pages of the knowledge base, with their paths. */
export const knowledgeTabs = [
  ['rules', '/ai/knowledge'],
  ['sources', '/ai/knowledge/sources'],
  ['files', '/ai/knowledge/files'],
  ['site', '/ai/knowledge/site'],
  ['try', '/ai/knowledge/try'],
] as const;
