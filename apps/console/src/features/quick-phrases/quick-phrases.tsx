import { Button, Group } from '@mantine/core';
import { IconFileDownload, IconFileUpload, IconMessageBolt, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isManager, useSession } from '../../data/session.ts';
import { type Phrase, phrasesQuery } from '../../entities/phrase/phrases.ts';
import { useQuickPhrasesTexts } from '../../locales/pages/quick-phrases.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { PhraseDialog } from './phrase-dialog.tsx';
import { PhraseList } from './phrase-list.tsx';

/** Everybody's phrases. Managers change them all, and import and export them; operators change their own. */
export function QuickPhrases() {
  const texts = useQuickPhrasesTexts();
  const canTransfer = isManager(useSession());
  const query = useQuery(phrasesQuery);
  const [edited, setEdited] = useState<Phrase | 'new'>();
  const create = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={() => setEdited('new')}>
      {texts.create}
    </Button>
  );
  const upload = canTransfer && (
    <Button
      variant="default"
      leftSection={<IconFileUpload size={16} stroke={1.75} aria-hidden />}
      renderRoot={(props) => <Link to="/settings/quick-phrases/import" {...props} />}
    >
      {texts.import}
    </Button>
  );
  const actions = (
    <>
      {canTransfer && (
        <Button
          variant="default"
          component="a"
          href="/api/v1/quick-phrases/export"
          download
          leftSection={<IconFileDownload size={16} stroke={1.75} aria-hidden />}
        >
          {texts.export}
        </Button>
      )}
      {upload}
      {create}
    </>
  );
  return (
    <Screen>
      <PageHeading title={texts.title} lead={texts.lead} actions={query.data?.length ? actions : undefined} />
      <ErrorBoundary>
        <Loaded query={query} failure={texts.failed}>
          {(phrases) =>
            phrases.length ? (
              <PhraseList phrases={phrases} onEdit={setEdited} />
            ) : (
              <EmptyState
                icon={IconMessageBolt}
                heading={texts.empty}
                action={
                  <Group gap="xs">
                    {create}
                    {upload}
                  </Group>
                }
              >
                {texts.emptyLead}
              </EmptyState>
            )
          }
        </Loaded>
      </ErrorBoundary>
      <PhraseDialog edited={edited} onClose={() => setEdited(undefined)} />
    </Screen>
  );
}
