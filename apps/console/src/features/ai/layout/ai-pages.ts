/** The pages of the AI, with their paths. */
export const aiPages = [
  ['overview', '/ai'],
  ['operators', '/ai/operators'],
  ['assistants', '/ai/assistants'],
  ['knowledge', '/ai/knowledge'],
  ['credentials', '/ai/credentials'],
  ['external', '/ai/external-operators'],
  ['phrases', '/ai/phrases'],
  ['alerts', '/ai/alerts'],
  ['usage', '/ai/usage'],
] as const;
