interface ScopeEntry {
  /** What a token with it may do, in a sentence for whoever grants it. */
  grants: string;
  /** Writes as a person, creates people or handles credentials of others: granted with care. */
  sensitive?: true;
  /** `conditional` is asked for by some calls of a route; `reserved` is asked for by none. */
  kind?: 'conditional' | 'reserved';
}

/** Every right a token can have. Deny by default: a call succeeds only with the scope of its route. */
export const scopes = {
  'chats:read': { grants: 'Read chats and their metadata.' },
  'chats:write': { grants: 'Close chats, request a rating, transfer, claim, attach and detach agents.' },
  'messages:read': { grants: 'Read the history of chats.' },
  'messages:write': { grants: 'Send messages, typing indicators and read receipts as an agent.' },
  'contacts:read': { grants: 'Read contacts.' },
  'contacts:write': { grants: 'Create contacts and update their fields and attributes.' },
  'agents:read': { grants: 'Read agents and their presence.' },
  'agents:write': {
    grants: 'Invite, update, suspend, restore and remove agents; who is invited sees every chat of the widget.',
    sensitive: true,
  },
  'agents:events:read': { grants: 'Read the event log of agents.' },
  'tags:read': { grants: 'Read the tags in use.' },
  'tags:write': { grants: 'Attach tags to contacts and take them off.' },
  'files:read': { grants: 'Download files.' },
  'files:write': { grants: 'Upload files.' },
  'stats:read': { grants: 'Read statistics of chats, messages, ratings and agents.' },
  'channels:read': { grants: 'Read the online status of a custom channel.' },
  'channels:write': { grants: 'Deliver inbound messages of a custom channel.' },
  'channels:register': { grants: 'Register and manage custom channels.' },
  'webhooks:read': { grants: 'Read webhook subscriptions, their delivery log and the event catalogue.' },
  'webhooks:write': { grants: 'Create, change, delete and rotate webhook subscriptions, and redeliver.' },
  'quick_phrases:read': { grants: 'Read quick phrases.' },
  'quick_phrases:write': { grants: 'Create, change and delete quick phrases.' },
  'ratings:read': { grants: 'Read ratings.' },
  'responder:inject': { grants: 'Reply in chats as an external AI operator or bot.', sensitive: true },
  'responder:escalate': { grants: 'Hand a chat over to people from an AI reply.', kind: 'conditional' },
  'widget:read': { grants: 'Read appearance, behaviour and embed settings of the widget.' },
  'widget:write': { grants: 'Change the settings of the widget and purge its cache.' },
  'departments:read': { grants: 'Read departments.' },
  'departments:write': { grants: 'Create, change and delete departments.' },
  'messengers:read': { grants: 'Read which messengers are connected, never their credentials.' },
  'messengers:write': { grants: 'Connect and disconnect messengers, with their credentials.', sensitive: true },
  'ai:read': { grants: 'Read assistants, AI settings and AI operators.' },
  'ai:write': { grants: 'Change assistants, AI settings, AI operators, persona and prompt.' },
  'ai:credentials:write': { grants: 'Store keys of third-party model providers.', sensitive: true },
  'ai:apply': { grants: 'Approve an improvement that rewrites a live persona.' },
  'kb:read': { grants: 'Read the knowledge base.' },
  'kb:write': { grants: 'Change the knowledge base.' },
  'transcripts:read': { grants: 'Export transcripts of chats.' },
  'account:read': { grants: 'Read the profile of the account and all its legal entities.' },
  'account:write': { grants: 'Change name, surname and phone of the account.' },
  'billing:read': { grants: 'Read balance, transactions, subscriptions, invoices and legal entities.' },
  'billing:write': { grants: 'Create, change and delete legal entities; moves no money.' },
  'partners:read': { grants: 'Read the partner programme.' },
  'partners:withdraw': { grants: 'Nothing yet: no operation uses it.', kind: 'reserved' },
  'support:read': { grants: 'Read tickets, active chats, messages and own audited actions.' },
  'support:reply': { grants: 'Answer customers as the support operator.', sensitive: true },
  'support:write': { grants: 'Claim and release chats, close tickets without a reply, reopen them.' },
  'support:tickets:close': { grants: 'Close a ticket, and nothing else.' },
  'marketing:read': { grants: 'Read marketing campaigns.' },
  'marketing:write': { grants: 'Create and change campaigns, and start an e-mail send.' },
  'broadcasts:read': { grants: 'Read messenger broadcasts.' },
  'broadcasts:write': { grants: 'Create, change and start messenger broadcasts.' },
  'problems:read': { grants: 'Read customer problems.' },
  'problems:write': { grants: 'Change customer problems and their settings.' },
  'invitations:read': { grants: 'Read invitation rules and their funnel.' },
  'invitations:write': { grants: 'Create, change and delete invitation rules and templates.' },
} as const satisfies Record<string, ScopeEntry>;

export type Scope = keyof typeof scopes;

export const scopeNames = Object.keys(scopes) as Scope[];

export function describeScope(scope: Scope): ScopeEntry {
  return scopes[scope];
}

/** Selections the dashboard offers when a token is made. */
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

/** What a person may do through the API in the console: the scopes of the role. */
export const roleScopes: Record<Role, Scope[]> = {
  operator: OPERATOR,
  admin: scopeNames.filter((scope) => !/^(account|billing|partners):/.test(scope)),
  owner: scopeNames,
};
