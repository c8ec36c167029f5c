import { Account } from './account.ts';
import { Contact } from './contacts.ts';
import { QuickPhrase } from './quick-phrases.ts';
import { WhoAmI } from './root.ts';

/** What the API answers with, by the name that documentation knows it under. */
export const resources = { WhoAmI, Account, Contact, QuickPhrase };

const names = new Map<unknown, string>(Object.entries(resources).map(([name, schema]) => [schema, name]));

/** The name of a resource's schema. A copy of it, or a part, has none. */
export const resourceName = (schema: unknown) => names.get(schema);
