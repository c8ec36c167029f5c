import type { Texts } from '../../locales/en.ts';
import type { Contact } from './contact-queries.ts';

/** What somebody is called: the best that is known of them. */
export function nameOf({ name, email, phone }: Pick<Contact, 'name' | 'email' | 'phone'>, { contacts }: Texts) {
  return name ?? email ?? phone ?? contacts.nameless;
}
