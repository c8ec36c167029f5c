import { queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import type { Contact } from './contact-queries.ts';
import { isSameNumber, waysToWrite } from './phone-numbers.ts';

/** Of each way to write the number. */
const SEARCHED = 20;
const FRESH_MS = 5 * 60_000;

/** Other contacts with the number of this one, newest first. */
export const sameNumberQuery = ({ id, phone }: Pick<Contact, 'id' | 'phone'>) =>
  queryOptions({
    queryKey: ['same-number', id, phone],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        waysToWrite(phone ?? '').map((query) => api.contacts.list({ query: { query, limit: SEARCHED }, signal })),
      );
      const others = new Map(found.flatMap(({ data }) => data).map((contact) => [contact.id, contact]));
      return [...others.values()].filter((other) => other.id !== id && isSameNumber(other.phone, phone));
    },
    staleTime: FRESH_MS,
  });
