import { Button, Text, TextInput, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { SiteVisitor } from '@parley/live';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocale } from '../../locales/locale.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { ChatStarter } from './chat-starter.tsx';
import { NoVisitors } from './no-visitors.tsx';
import { VisitorTable } from './table/visitor-table.tsx';
import { useSiteVisitors } from './use-site-visitors.ts';
import styles from './visitors.module.css';
import { VisitorsFailure } from './visitors-failure.tsx';
import { VisitorsSkeleton } from './visitors-skeleton.tsx';

/** Visitors on the site, live. */
export function Visitors() {
  const { locale, texts } = useLocale();
  const { visitors: own, title } = texts;
  useDocumentTitle(title(own.title));
  const { visitors, isPending, error, retry } = useSiteVisitors();
  const [search, setSearch] = useState('');
  // A copy: the text must not disappear when the visitor leaves.
  const [addressee, setAddressee] = useState<SiteVisitor>();
  const isEmpty = !visitors.length;
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <Title order={1}>{own.title}</Title>
        {!isEmpty && (
          <Text c="dimmed" className={styles.count}>
            {own.count(visitors.length.toLocaleString(locale))}
          </Text>
        )}
        <TextInput
          className={styles.search}
          type="search"
          aria-label={own.search}
          placeholder={own.search}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={search}
          onChange={({ currentTarget: { value } }) => setSearch(value)}
        />
      </header>
      {isPending && <VisitorsSkeleton />}
      {!isPending && isEmpty && (error ? <VisitorsFailure error={error} onRetry={retry} /> : <NoVisitors />)}
      {!isEmpty && (
        <Found
          visitors={visitors.filter((visitor) => fits(visitor, search))}
          onClear={() => setSearch('')}
          onStart={setAddressee}
        />
      )}
      <Dialog
        title={own.composer.heading(addressee?.name ?? undefined)}
        isOpen={addressee !== undefined}
        onClose={() => setAddressee(undefined)}
      >
        {addressee && <ChatStarter visitor={addressee} />}
      </Dialog>
    </div>
  );
}

interface FoundProps {
  visitors: SiteVisitor[];
  onClear: () => void;
  onStart: (visitor: SiteVisitor) => void;
}

function Found({ visitors, onClear, onStart }: FoundProps) {
  const { visitors: texts } = useLocale().texts;
  if (visitors.length) return <VisitorTable visitors={visitors} onStart={onStart} />;
  return (
    <div className={styles.nothing}>
      <Text c="dimmed">{texts.nothingFound}</Text>
      <Button variant="default" onClick={onClear}>
        {texts.clearSearch}
      </Button>
    </div>
  );
}

function fits({ page, title, name }: SiteVisitor, search: string) {
  const sought = search.trim().toLocaleLowerCase();
  return [page, title, name].some((text) => text?.toLocaleLowerCase().includes(sought));
}
