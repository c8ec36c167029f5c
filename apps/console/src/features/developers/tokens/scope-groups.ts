import type { Scope } from './token-queries.ts';

/** Scopes that some call needs, in the order in which they are offered. A test compares them with the contract. */
export const scopeGroups = {
  chats: [
    'chats:read',
    'chats:write',
    'messages:read',
    'messages:write',
    'transcripts:read',
    'files:read',
    'files:write',
    'ratings:read',
    'quick_phrases:read',
    'quick_phrases:write',
    'responder:inject',
  ],
  contacts: ['contacts:read', 'contacts:write', 'tags:read', 'tags:write'],
  team: ['agents:read', 'agents:write', 'agents:events:read', 'departments:read', 'departments:write', 'stats:read'],
  site: ['widget:read', 'widget:write'],
  ai: ['ai:read', 'ai:write', 'ai:credentials:write', 'kb:read', 'kb:write'],
  integrations: [
    'webhooks:read',
    'webhooks:write',
    'channels:read',
    'channels:write',
    'channels:register',
    'messengers:read',
    'messengers:write',
  ],
  marketing: [
    'marketing:read',
    'marketing:write',
    'broadcasts:read',
    'broadcasts:write',
    'invitations:read',
    'invitations:write',
  ],
  account: ['account:read', 'account:write'],
} as const satisfies Record<string, Scope[]>;

export type ScopeGroup = keyof typeof scopeGroups;
export type OfferedScope = (typeof scopeGroups)[ScopeGroup][number];

export const offeredScopes: Scope[] = Object.values(scopeGroups).flat();

/** They write as a person, add people or store credentials. */
export const sensitiveScopes: Scope[] = [
  'agents:write',
  'responder:inject',
  'ai:credentials:write',
  'messengers:write',
];

/** Sets of scopes for common integrations. */
export const presets = {
  readOnly: ['chats:read', 'messages:read', 'contacts:read', 'stats:read'],
  chatBot: ['chats:read', 'chats:write', 'messages:read', 'messages:write', 'webhooks:read', 'webhooks:write'],
  crm: [
    'contacts:read',
    'contacts:write',
    'tags:read',
    'tags:write',
    'chats:read',
    'transcripts:read',
    'webhooks:read',
    'webhooks:write',
  ],
  integration: [
    'chats:read',
    'chats:write',
    'messages:read',
    'messages:write',
    'files:read',
    'files:write',
    'contacts:read',
    'contacts:write',
    'tags:read',
    'tags:write',
    'agents:read',
    'departments:read',
    'webhooks:read',
    'webhooks:write',
    'channels:read',
    'channels:write',
    'channels:register',
  ],
  channel: ['channels:read', 'channels:write'],
  all: offeredScopes,
  none: [],
} as const satisfies Record<string, readonly Scope[]>;

export type Preset = keyof typeof presets;
