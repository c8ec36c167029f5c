import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';

export type Contact = Awaited<ReturnType<typeof api.contacts.read>>;
type ContactPage = Awaited<ReturnType<typeof api.contacts.list>>;
export type ListedContact = ContactPage['data'][number];
export type ContactSort = NonNullable<NonNullable<Parameters<typeof api.contacts.list>[0]>['query']>['sort'] & string;

export interface ContactFilters {
  query?: string;
  tag?: string;
}

const PAGE = 50;

/** Matches of a search have their own order. */
export const contactsQuery = (filters: ContactFilters, sort: ContactSort = 'created') =>
  infiniteQueryOptions({
    queryKey: ['contacts', filters, sort],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.contacts.list({
        query: { ...filters, ...(!filters.query && { sort }), limit: PAGE, ...(cursor && { cursor }) },
        signal,
      }),
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
  const replace = (each: ListedContact) => (each.id === contact.id ? { ...each, ...contact } : each);
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
