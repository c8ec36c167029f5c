import { contactList as en } from '../en/contact-list.ts';
import { contactList as ru } from '../ru/contact-list.ts';
import { pageTexts } from './page-texts.ts';

export const useContactListTexts = pageTexts({ en, ru });
