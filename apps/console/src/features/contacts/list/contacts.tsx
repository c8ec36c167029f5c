import { Drawer } from '@mantine/core';
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ContactFilters } from '../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { ErrorBoundary } from '../../../ui/feedback/error-boundary.tsx';
import { NewContact } from '../adding/new-contact.tsx';
import { ContactPane } from '../details/contact-pane.tsx';
import { useContactView } from './contact-view.ts';
import styles from './contacts.module.css';
import { ContactsTable } from './contacts-table.tsx';
import { ContactsToolbar } from './contacts-toolbar.tsx';
import { NoContacts } from './no-contacts.tsx';

/** The list of contacts, and the open one beside it. */
export function Contacts() {
  const { contacts: texts, title } = useTexts();
  const { contactId } = useParams({ strict: false });
  const filters = useSearch({ from: '/shell/contacts' });
  const navigate = useNavigate();
  const [view, changeView] = useContactView();
  const [isCreating, setCreating] = useState(false);
  useDocumentTitle(title(texts.title));
  const filter = (search: ContactFilters) =>
    void navigate(
      contactId
        ? { to: '/contacts/$contactId', params: { contactId }, search, replace: true }
        : { to: '/contacts', search, replace: true },
    );
  return (
    <div className={styles.screen}>
      <div className={styles.list}>
        <ContactsToolbar
          filters={filters}
          view={view}
          onView={changeView}
          onFilter={filter}
          onCreate={() => setCreating(true)}
        />
        <ErrorBoundary>
          <ContactsTable
            filters={filters}
            view={view}
            onSort={(sort) => changeView({ sort })}
            empty={<NoContacts isFiltered={Object.keys(filters).length > 0} onClear={() => filter({})} />}
          />
        </ErrorBoundary>
      </div>
      <Beside id={contactId} onClose={() => void navigate({ to: '/contacts', search: filters })} />
      <NewContact isOpen={isCreating} onClose={() => setCreating(false)} />
    </div>
  );
}

/** In a drawer on narrow screens. */
function Beside({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { contacts: texts } = useTexts();
  const hasRoom = useMediaQuery('(min-width: 68.75em)', undefined, { getInitialValueInEffect: false });
  const pane = id && (
    <ErrorBoundary subject={id}>
      <ContactPane id={id} onClose={onClose} />
    </ErrorBoundary>
  );
  if (hasRoom) {
    return (
      pane && (
        <aside className={styles.pane} aria-label={texts.one}>
          {pane}
        </aside>
      )
    );
  }
  return (
    <Drawer.Root opened={Boolean(id)} onClose={onClose} position="right" size={400}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={texts.one}>
        <Drawer.Body p={0}>{pane}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
