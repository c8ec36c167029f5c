import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../data/api.ts';
import { phrasesQuery } from '../../entities/phrase/phrases.ts';
import { useQuickPhrasesTexts } from '../../locales/pages/quick-phrases.ts';
import { BackLink } from '../../ui/controls/back-link.tsx';
import { ImportSteps } from '../../ui/import/import-steps.tsx';
import { useImport } from '../../ui/import/use-import.ts';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { phraseFormat } from './phrase-format.ts';
import { PreviewedPhrases } from './previewed-phrases.tsx';

/** Phrases from a file. */
export function ImportPhrases() {
  const { importing: texts, title } = useQuickPhrasesTexts();
  const queryClient = useQueryClient();
  const state = useImport({
    name: 'quick-phrases',
    format: phraseFormat,
    preview: (file) => api.quickPhrases.previewImport({ file }),
    send: (request) => api.quickPhrases.import(request),
    onImported: () => void queryClient.invalidateQueries(phrasesQuery),
  });
  return (
    <Screen>
      <BackLink to="/settings/quick-phrases">{title}</BackLink>
      <PageHeading title={texts.title} lead={texts.lead} />
      <ImportSteps
        state={state}
        format={phraseFormat}
        names={texts.fields}
        missing={texts.missing}
        summary={({ created, updated, unchanged }) => texts.summary(created, updated, unchanged)}
        details={({ rows }) => <PreviewedPhrases rows={rows} />}
        after={<Button renderRoot={(props) => <Link to="/settings/quick-phrases" {...props} />}>{texts.open}</Button>}
      />
    </Screen>
  );
}
