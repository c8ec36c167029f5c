import { Button, Skeleton, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useKnowledgeTexts } from '../../../../locales/pages/knowledge.ts';
import { PageHeading } from '../../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../../ui/layout/screen.tsx';
import { SendingProvider } from '../files/sending.tsx';
import { isEmpty, type KbStatus, statusQuery } from '../model/kb-queries.ts';
import { NoModel } from '../parts/no-model.tsx';
import { Start } from '../start/start.tsx';
import styles from './knowledge.module.css';
import { knowledgeTabs } from './knowledge-tabs.ts';
import { StatusLine } from './status-line.tsx';

/** The pages of the knowledge base under their tabs. While it is empty, the first of them is how to begin. */
export function Knowledge() {
  const texts = useKnowledgeTexts();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const query = useQuery(statusQuery);
  const isBegun = query.data && !isEmpty(query.data);
  return (
    <Screen isWide>
      <PageHeading
        title={texts.title}
        lead={query.data && isBegun ? <StatusLine status={query.data} /> : texts.lead}
        actions={isBegun && <WriteRule />}
      />
      <SendingProvider>
        <Frame status={query} path={path} />
      </SendingProvider>
    </Screen>
  );
}

interface FrameProps {
  status: UseQueryResult<KbStatus>;
  path: string;
}

/** Without the state the pages are shown all the same: each of them says what it can't load. */
function Frame({ status: { data: status, isFetched }, path }: FrameProps) {
  if (!isFetched) return <Pending />;
  if (path.endsWith('/knowledge') && status && isEmpty(status)) return <Start status={status} />;
  return (
    <>
      <Tabs path={path} />
      {status?.embedding === null && <NoModel />}
      <Outlet />
    </>
  );
}

function Pending() {
  return (
    <Stack gap="lg" aria-busy>
      <Skeleton height={36} />
      <Skeleton height={280} />
    </Stack>
  );
}

function WriteRule() {
  const { write } = useKnowledgeTexts().start;
  return (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      renderRoot={(props) => <Link to="/ai/knowledge/rules/new" {...props} />}
    >
      {write}
    </Button>
  );
}

function Tabs({ path }: { path: string }) {
  const texts = useKnowledgeTexts();
  const tabs = useRef<HTMLElement>(null);
  // On a phone not all of them are in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another tab
  useEffect(() => {
    tabs.current?.querySelector('[data-status="active"]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [path]);
  return (
    <nav ref={tabs} className={styles.tabs} aria-label={texts.sections}>
      {knowledgeTabs.map(([key, to]) => (
        <Link key={key} to={to} activeOptions={{ exact: key === 'rules' }} className={styles.tab}>
          {texts.tabs[key]}
        </Link>
      ))}
    </nav>
  );
}
