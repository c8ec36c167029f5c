interface ScopeEntry {
  /** What it permits, for the person who grants it. */
  grants: string;
  /** Writes as a person, adds agents or handles third-party credentials. */
  sensitive?: true;
  /** `conditional`: required by some calls of a route; `reserved`: by none yet. */
  kind?: 'conditional' | 'reserved';
}

/** Every scope. Deny by default: a call needs the scope of its route. */
export const scopes = {
  'chats:read': { grants: 'Read chats and their metadata.' },
  'chats:write': { grants: 'Close chats, request a rating, transfer, claim, attach and detach agents.' },
  'messages:read': { grants: 'Read the history of chats.' },
  'messages:write': { grants: 'Send messages, typing indicators and read receipts as an agent.' },
  'contacts:read': { grants: 'Read contacts.' },
  'contacts:write': { grants: 'Create contacts and update their fields and attributes.' },
  'agents:read': { grants: 'Read agents and their presence.' },
  'agents:write': {
    grants: 'Invite, update, suspend, restore and remove agents. An invited agent sees every chat of the widget.',
    sensitive: true,
  },
  'agents:events:read': { grants: 'Read the event log of agents.' },
  'tags:read': { grants: 'Read the tags in use.' },
  'tags:write': { grants: 'Add tags to contacts and remove them.' },
  'files:read': { grants: 'Download files.' },
  'files:write': { grants: 'Upload files.' },
  'stats:read': { grants: 'Read statistics of chats, messages, ratings and agents.' },
  'channels:read': { grants: 'Read the online status of a custom channel.' },
  'channels:write': { grants: 'Post inbound messages of a custom channel.' },
  'channels:register': { grants: 'Register and manage custom channels.' },
  'webhooks:read': { grants: 'Read webhook subscriptions, their delivery log and the event catalogue.' },
  'webhooks:write': {
    grants: 'Create, update and delete webhook subscriptions, rotate their secrets and redeliver events.',
  },
  'quick_phrases:read': { grants: 'Read quick phrases.' },
  'quick_phrases:write': { grants: 'Create, update and delete quick phrases.' },
  'ratings:read': { grants: 'Read ratings.' },
  'responder:inject': { grants: 'Reply in chats as an external AI operator or bot.', sensitive: true },
  'responder:escalate': { grants: 'Escalate a chat to a human agent from an AI reply.', kind: 'conditional' },
  'widget:read': { grants: 'Read appearance, behaviour and embed settings of the widget.' },
  'widget:write': { grants: "Update the widget's settings and purge its cache." },
  'departments:read': { grants: 'Read departments.' },
  'departments:write': { grants: 'Create, update and delete departments.' },
  'messengers:read': { grants: 'Read which messengers are connected, never their credentials.' },
  'messengers:write': { grants: 'Connect and disconnect messengers, with their credentials.', sensitive: true },
  'ai:read': { grants: 'Read assistants, AI settings and AI operators.' },
  'ai:write': { grants: 'Update assistants, AI settings, AI operators, persona and prompt.' },
  'ai:credentials:write': { grants: 'Store API keys of third-party model providers.', sensitive: true },
  'ai:apply': { grants: 'Approve an improvement that rewrites a live persona.' },
  'kb:read': { grants: 'Read the knowledge base.' },
  'kb:write': { grants: 'Update the knowledge base.' },
  'transcripts:read': { grants: 'Export transcripts of chats.' },
  'account:read': { grants: "Read the account's profile and all its legal entities." },
  'account:write': { grants: "Update the account's name, surname and phone." },
  'billing:read': { grants: 'Read balance, transactions, subscriptions, invoices and legal entities.' },
  'billing:write': { grants: 'Create, update and delete legal entities. Moves no money.' },
  'partners:read': { grants: 'Read the partner programme.' },
  'partners:withdraw': { grants: 'Reserved: no operation uses it yet.', kind: 'reserved' },
  'support:read': { grants: "Read tickets, active chats, messages and the token's own audited actions." },
  'support:reply': { grants: 'Reply to customers as the support operator.', sensitive: true },
  'support:write': { grants: 'Claim and release chats, close tickets without a reply, reopen them.' },
  'support:tickets:close': { grants: 'Close a ticket, and nothing else.' },
  'marketing:read': { grants: 'Read marketing campaigns and suppressed addresses.' },
  'marketing:write': { grants: 'Create and update campaigns, start e-mail sends, and suppress addresses.' },
  'broadcasts:read': { grants: 'Read messenger broadcasts.' },
  'broadcasts:write': { grants: 'Create, update and start messenger broadcasts.' },
  'problems:read': { grants: 'Read customer problems.' },
  'problems:write': { grants: 'Update customer problems and their settings.' },
  'invitations:read': { grants: 'Read invitation rules and their funnel.' },
  'invitations:write': { grants: 'Create, update and delete invitation rules and templates.' },
} as const satisfies Record<string, ScopeEntry>;

export type Scope = keyof typeof scopes;

export const scopeNames = Object.keys(scopes) as Scope[];

export function describeScope(scope: Scope): ScopeEntry {
  return scopes[scope];
}

/** Named sets of scopes for common integrations. */
export const presets = {
  ai_setup: [
    'widget:read',
    'widget:write',
    'ai:read',
    'ai:write',
    'ai:apply',
    'kb:read',
    'kb:write',
    'files:write',
    'stats:read',
  ],
  read_only: ['chats:read', 'messages:read', 'contacts:read', 'stats:read'],
  /** A two-way bridge: events out, replies and changes in. */
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
  helpdesk_bridge: ['chats:read', 'messages:read', 'messages:write', 'webhooks:write', 'support:read'],
} as const satisfies Record<string, Scope[]>;

export const roles = ['operator', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

const OPERATOR: Scope[] = [
  'chats:read',
  'chats:write',
  'messages:read',
  'messages:write',
  'contacts:read',
  'contacts:write',
  'tags:read',
  'tags:write',
  'files:read',
  'files:write',
  'quick_phrases:read',
  'quick_phrases:write',
  'transcripts:read',
  'agents:read',
  'departments:read',
];

/** Scopes of a session, by role. */
export const roleScopes: Record<Role, Scope[]> = {
  operator: OPERATOR,
  admin: scopeNames.filter((scope) => !/^(account|billing|partners):/.test(scope)),
  owner: scopeNames,
};
