import { lazyScreen } from '../../ui/layout/lazy-screen.ts';

/** The pages of the AI, each loaded when it is opened. */
export const aiScreens = {
  overview: lazyScreen(() => import('./overview/overview.tsx'), 'Overview'),
  operatorList: lazyScreen(() => import('./operators/operator-list.tsx'), 'OperatorList'),
  newOperator: lazyScreen(() => import('./operators/new-operator.tsx'), 'NewOperator'),
  operatorPage: lazyScreen(() => import('./operators/operator-page.tsx'), 'OperatorPage'),
  assistantList: lazyScreen(() => import('./assistants/assistant-list.tsx'), 'AssistantList'),
  newAssistant: lazyScreen(() => import('./assistants/new-assistant.tsx'), 'NewAssistant'),
  assistantPage: lazyScreen(() => import('./assistants/assistant-page.tsx'), 'AssistantPage'),
  knowledge: lazyScreen(() => import('./knowledge/frame/knowledge.tsx'), 'Knowledge'),
  ruleList: lazyScreen(() => import('./knowledge/rules/rule-list.tsx'), 'RuleList'),
  newRule: lazyScreen(() => import('./knowledge/rules/new-rule.tsx'), 'NewRule'),
  rulePage: lazyScreen(() => import('./knowledge/rules/rule-page.tsx'), 'RulePage'),
  sourceList: lazyScreen(() => import('./knowledge/sources/source-list.tsx'), 'SourceList'),
  files: lazyScreen(() => import('./knowledge/files/files.tsx'), 'Files'),
  site: lazyScreen(() => import('./knowledge/site/site.tsx'), 'Site'),
  tryIt: lazyScreen(() => import('./knowledge/search/try-it.tsx'), 'TryIt'),
  credentialList: lazyScreen(() => import('./credentials/credential-list.tsx'), 'CredentialList'),
  newCredential: lazyScreen(() => import('./credentials/new-credential.tsx'), 'NewCredential'),
  credentialPage: lazyScreen(() => import('./credentials/credential-page.tsx'), 'CredentialPage'),
  externalList: lazyScreen(() => import('./external/external-list.tsx'), 'ExternalList'),
  newExternal: lazyScreen(() => import('./external/new-external.tsx'), 'NewExternal'),
  externalPage: lazyScreen(() => import('./external/external-page.tsx'), 'ExternalPage'),
  phrases: lazyScreen(() => import('./phrases/phrases.tsx'), 'Phrases'),
  alerts: lazyScreen(() => import('./alerts/alerts.tsx'), 'Alerts'),
  usage: lazyScreen(() => import('./usage/usage.tsx'), 'Usage'),
};
