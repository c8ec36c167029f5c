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
  contacts: {
    list: ['GET', '/v1/contacts', 'page'],
    read: ['GET', '/v1/contacts/{id}', 'one'],
    create: ['POST', '/v1/contacts', 'one', 'key'],
    update: ['PATCH', '/v1/contacts/{id}', 'one', 'key'],
    remove: ['DELETE', '/v1/contacts/{id}', 'none', 'key'],
    addTags: ['POST', '/v1/contacts/{id}/tags', 'one', 'key'],
    removeTag: ['DELETE', '/v1/contacts/{id}/tags/{tag}', 'none', 'key'],
  },
  tags: {
    list: ['GET', '/v1/tags', 'page'],
  },
  quickPhrases: {
    list: ['GET', '/v1/quick-phrases', 'page'],
    create: ['POST', '/v1/quick-phrases', 'one', 'key'],
    update: ['PATCH', '/v1/quick-phrases/{id}', 'one', 'key'],
    remove: ['DELETE', '/v1/quick-phrases/{id}', 'none', 'key'],
  },
  session: {
    create: ['POST', '/console-api/session', 'one'],
    read: ['GET', '/console-api/session', 'one'],
    update: ['PATCH', '/console-api/session', 'one'],
    remove: ['DELETE', '/console-api/session', 'none'],
    removeAll: ['DELETE', '/console-api/sessions', 'none'],
    changePassword: ['PUT', '/console-api/password', 'none'],
    requestReset: ['POST', '/console-api/password-resets', 'none'],
    confirmReset: ['POST', '/console-api/password-resets/confirm', 'none'],
    beginTotp: ['POST', '/console-api/totp', 'one'],
    confirmTotp: ['PUT', '/console-api/totp', 'none'],
    removeTotp: ['DELETE', '/console-api/totp', 'none'],
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
  },
};
