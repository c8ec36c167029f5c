// Made from packages/contract by `npm run generate`.
import type { RouteRow } from './request.ts';

export const routes: Record<string, Record<string, RouteRow>> = {
  root: {
    read: ['GET', '/v1', 'one'],
  },
  account: {
    read: ['GET', '/v1/account', 'one'],
    update: ['PATCH', '/v1/account', 'one', 'key'],
  },
  chats: {
    list: ['GET', '/v1/chats', 'page'],
    counts: ['GET', '/v1/chats/counts', 'one'],
    create: ['POST', '/v1/chats', 'one', 'key'],
    read: ['GET', '/v1/chats/{id}', 'one'],
    close: ['POST', '/v1/chats/{id}/close', 'one', 'key'],
    setState: ['POST', '/v1/chats/{id}/state', 'one', 'key'],
    snooze: ['PUT', '/v1/chats/{id}/snooze', 'one', 'key'],
    wake: ['DELETE', '/v1/chats/{id}/snooze', 'one', 'key'],
    readAi: ['GET', '/v1/chats/{id}/ai', 'bare'],
    setAi: ['POST', '/v1/chats/{id}/ai', 'bare', 'key'],
  },
  ownership: {
    bulk: ['POST', '/v1/chats/bulk', 'one', 'key'],
    transfer: ['POST', '/v1/chats/{id}/transfer', 'one', 'key'],
    claim: ['POST', '/v1/chats/{id}/claim', 'one', 'key'],
    attach: ['POST', '/v1/chats/{id}/agents', 'one', 'key'],
    detach: ['DELETE', '/v1/chats/{id}/agents/{agent_id}', 'one', 'key'],
  },
  messages: {
    list: ['GET', '/v1/chats/{id}/messages', 'page'],
    send: ['POST', '/v1/chats/{id}/messages', 'one', 'key'],
    addNote: ['POST', '/v1/chats/{id}/notes', 'one', 'key'],
    type: ['POST', '/v1/chats/{id}/typing', 'one', 'key'],
    see: ['POST', '/v1/chats/{id}/seen', 'one', 'key'],
    seeRange: ['POST', '/v1/chats/{id}/seen-range', 'one', 'key'],
    transcript: ['GET', '/v1/chats/{id}/transcript', 'text'],
  },
  contacts: {
    list: ['GET', '/v1/contacts', 'page'],
    export: ['GET', '/v1/contacts/export', 'text'],
    import: ['POST', '/v1/contacts/import', 'one', 'key'],
    read: ['GET', '/v1/contacts/{id}', 'one'],
    create: ['POST', '/v1/contacts', 'one', 'key'],
    update: ['PATCH', '/v1/contacts/{id}', 'one', 'key'],
    remove: ['DELETE', '/v1/contacts/{id}', 'none', 'key'],
    block: ['PUT', '/v1/contacts/{id}/block', 'one', 'key'],
    unblock: ['DELETE', '/v1/contacts/{id}/block', 'one', 'key'],
    addTags: ['POST', '/v1/contacts/{id}/tags', 'one', 'key'],
    removeTag: ['DELETE', '/v1/contacts/{id}/tags/{tag}', 'none', 'key'],
  },
  contactMerging: {
    merge: ['POST', '/v1/contacts/{id}/merge', 'one', 'key'],
  },
  visitors: {
    list: ['GET', '/v1/visitors', 'page'],
    startChat: ['POST', '/v1/visitors/{id}/chat', 'one', 'key'],
  },
  tags: {
    list: ['GET', '/v1/tags', 'page'],
  },
  files: {
    read: ['GET', '/v1/files/{id}', 'redirect'],
    create: ['POST', '/v1/files', 'one', 'key'],
  },
  ratings: {
    list: ['GET', '/v1/ratings', 'page'],
    request: ['POST', '/v1/chats/{id}/rate-request', 'one', 'key'],
    read: ['GET', '/v1/chats/{id}/rating', 'one'],
  },
  agents: {
    list: ['GET', '/v1/agents', 'page'],
    read: ['GET', '/v1/agents/{id}', 'one'],
    setAvatar: ['POST', '/v1/agents/{id}/avatar', 'one', 'key'],
    removeAvatar: ['DELETE', '/v1/agents/{id}/avatar', 'none', 'key'],
  },
  quickPhrases: {
    list: ['GET', '/v1/quick-phrases', 'page'],
    create: ['POST', '/v1/quick-phrases', 'one', 'key'],
    update: ['PATCH', '/v1/quick-phrases/{id}', 'one', 'key'],
    remove: ['DELETE', '/v1/quick-phrases/{id}', 'none', 'key'],
  },
  widget: {
    readSettings: ['GET', '/v1/widget/settings', 'one'],
    updateSettings: ['PATCH', '/v1/widget/settings', 'one', 'key'],
    readSettingsSchema: ['GET', '/v1/widget/settings/schema', 'one'],
    readLanguage: ['GET', '/v1/widget/language', 'one'],
    setLanguage: ['PUT', '/v1/widget/language', 'one', 'key'],
    listSkins: ['GET', '/v1/widget/skins', 'page'],
    readEmbed: ['GET', '/v1/widget/embed', 'one'],
    purgeCache: ['POST', '/v1/widget/cache/purge', 'one', 'key'],
    readQuickPhrases: ['GET', '/v1/widget/quick-phrases', 'one'],
    setQuickPhrases: ['PUT', '/v1/widget/quick-phrases', 'one', 'key'],
  },
  session: {
    create: ['POST', '/console-api/session', 'one'],
    read: ['GET', '/console-api/session', 'one'],
    update: ['PATCH', '/console-api/session', 'one'],
    remove: ['DELETE', '/console-api/session', 'none'],
    list: ['GET', '/console-api/sessions', 'page'],
    removeOne: ['DELETE', '/console-api/sessions/{id}', 'none'],
    removeAll: ['DELETE', '/console-api/sessions', 'none'],
    changePassword: ['PUT', '/console-api/password', 'none'],
    requestReset: ['POST', '/console-api/password-resets', 'none'],
    confirmReset: ['POST', '/console-api/password-resets/confirm', 'none'],
    beginTotp: ['POST', '/console-api/totp', 'one'],
    confirmTotp: ['PUT', '/console-api/totp', 'none'],
    removeTotp: ['DELETE', '/console-api/totp', 'none'],
  },
  profile: {
    update: ['PATCH', '/console-api/profile', 'one'],
    setAvatar: ['POST', '/console-api/profile/avatar', 'one'],
    removeAvatar: ['DELETE', '/console-api/profile/avatar', 'none'],
  },
  tokens: {
    list: ['GET', '/console-api/tokens', 'page'],
    create: ['POST', '/console-api/tokens', 'one', 'key'],
    update: ['PATCH', '/console-api/tokens/{id}', 'one', 'key'],
    remove: ['DELETE', '/console-api/tokens/{id}', 'none', 'key'],
  },
  widgetAccess: {
    read: ['GET', '/console-api/widget', 'one'],
    update: ['PATCH', '/console-api/widget', 'one'],
    renewIdentityKey: ['POST', '/console-api/widget/identity-key', 'one'],
  },
  push: {
    readKey: ['GET', '/console-api/push-key', 'one'],
    subscribe: ['POST', '/console-api/push-subscriptions', 'none'],
    unsubscribe: ['DELETE', '/console-api/push-subscriptions', 'none'],
  },
};

/** Routes that take a body in which nothing is required. */
export type OptionalBody = 'chats.close' | 'ownership.detach';
