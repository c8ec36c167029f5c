import type { Texts } from '../../locales/en.ts';
import type { Contact } from './contact-queries.ts';

/** Name, e-mail or phone, whichever is known first. */
export function nameOf({ name, email, phone }: Pick<Contact, 'name' | 'email' | 'phone'>, { contacts }: Texts) {
  return name ?? email ?? phone ?? contacts.nameless;
}
