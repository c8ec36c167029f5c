import { account } from './account.ts';
import { session, tokens, widgetAccess } from './console.ts';
import { contacts, tags } from './contacts.ts';
import { quickPhrases } from './quick-phrases.ts';
import { root } from './root.ts';

/** Every route of the API, by group. */
export const api = { root, account, contacts, tags, quickPhrases };

/** Every route that only the dashboard uses. */
export const dashboard = { session, tokens, widgetAccess };
