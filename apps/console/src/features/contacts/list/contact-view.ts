import { useState } from 'react';
import { useSession } from '../../../data/session.ts';
import type { ContactSort } from '../../../entities/contact/contact-queries.ts';

export const contactColumns = ['email', 'phone', 'tags', 'notes', 'lastSeen', 'lastChat', 'created'] as const;
export type ContactColumn = (typeof contactColumns)[number];

export const contactSorts = ['created', 'name', 'last_seen', 'last_chat'] as const satisfies ContactSort[];

/** How a person looks at the list. */
export interface ContactView {
  columns: ContactColumn[];
  sort: ContactSort;
}

const DEFAULT: ContactView = { columns: ['email', 'phone', 'tags', 'created'], sort: 'created' };

/** Remembered in this browser, for each person. */
export function useContactView() {
  const { agent } = useSession();
  const key = `parley-contacts-${agent.id}`;
  const [view, setView] = useState(() => readView(key));
  const change = (changes: Partial<ContactView>) => {
    const next = { ...view, ...changes };
    setView(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage is forbidden: the choice lasts as long as the page.
    }
  };
  return [view, change] as const;
}

/** Checks what was stored: a release may have other columns. */
function readView(key: string): ContactView {
  try {
    const { columns, sort } = JSON.parse(localStorage.getItem(key) ?? '{}');
    return {
      columns: Array.isArray(columns) ? contactColumns.filter((column) => columns.includes(column)) : DEFAULT.columns,
      sort: contactSorts.find((each) => each === sort) ?? DEFAULT.sort,
    };
  } catch {
    return DEFAULT;
  }
}
