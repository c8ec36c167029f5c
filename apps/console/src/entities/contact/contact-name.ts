import type { Texts } from '../../locales/en.ts';
import { shortCode } from '../../ui/person/short-code.ts';
import type { Contact } from './contact-queries.ts';

/** Name, e-mail or phone, whichever is known first. */
export function nameOf({ id, name, email, phone }: Pick<Contact, 'id' | 'name' | 'email' | 'phone'>, texts: Texts) {
  return name ?? email ?? phone ?? namelessOf(id, texts);
}

/** What a contact without a name is called. */
export const namelessOf = (id: string, { inbox }: Texts) => inbox.visitor(shortCode(id));
