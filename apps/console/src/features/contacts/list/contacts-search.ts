import type { ContactFilters } from '../../../entities/contact/contact-queries.ts';

/** Filters are in the address, so that a list can be bookmarked and shared. */
export function readContactsSearch({ query, tag }: Record<string, unknown>): ContactFilters {
  return {
    ...(typeof query === 'string' && query.trim() && { query: query.trim().slice(0, 255) }),
    ...(typeof tag === 'string' && tag && { tag: tag.slice(0, 64) }),
  };
}
