import { account } from './account.ts';
import { chats } from './chats.ts';
import { presence, session, tokens, widgetAccess } from './console.ts';
import { contacts, tags } from './contacts.ts';
import { files } from './files.ts';
import { messages } from './messages.ts';
import { ownership } from './ownership.ts';
import { quickPhrases } from './quick-phrases.ts';
import { ratings } from './ratings.ts';
import { root } from './root.ts';
import { visitor } from './visitor.ts';

/** Every route of the API, by group. */
export const api = { root, account, chats, ownership, messages, contacts, tags, files, ratings, quickPhrases };

/** Every route that only the dashboard uses. */
export const dashboard = { session, presence, tokens, widgetAccess };

/** Every route that the widget calls from the pages of a site. */
export const site = { visitor };
