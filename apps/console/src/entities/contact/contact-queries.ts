import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';

export type Contact = Awaited<ReturnType<typeof api.contacts.read>>;
type ContactPage = Awaited<ReturnType<typeof api.contacts.list>>;

export interface ContactFilters {
  query?: string;
  tag?: string;
}

const PAGE = 50;

export const contactsQuery = (filters: ContactFilters) =>
  infiniteQueryOptions({
    queryKey: ['contacts', filters],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.contacts.list({ query: { ...filters, limit: PAGE, ...(cursor && { cursor }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: ['contact', id],
    queryFn: ({ signal }) => api.contacts.read({ params: { id }, signal }),
  });

/** Tag names in use. */
export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: async ({ signal }) => (await api.tags.list({ query: { limit: 100 }, signal })).data,
});

/** Updates the contact in its own query and in every list. */
export function cacheContact(queryClient: QueryClient, contact: Contact) {
  queryClient.setQueryData(contactQuery(contact.id).queryKey, contact);
  const replace = (each: Contact) => (each.id === contact.id ? contact : each);
  queryClient.setQueriesData<InfiniteData<ContactPage>>({ queryKey: ['contacts'] }, (known) => {
    if (!known) return known;
    return { ...known, pages: known.pages.map((page) => ({ ...page, data: page.data.map(replace) })) };
  });
}

/** Removes an erased contact from the cache. */
export async function forgetContact(queryClient: QueryClient, id: string) {
  queryClient.removeQueries({ queryKey: contactQuery(id).queryKey });
  await queryClient.invalidateQueries({ queryKey: ['contacts'] });
}
