import { Skeleton, Stack } from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isCredentialMissing, useKbFailure } from '../../../../entities/knowledge/use-kb-failure.ts';
import { useKnowledgeTexts } from '../../../../locales/pages/knowledge.ts';
import { useKnowledgeSearchTexts } from '../../../../locales/pages/knowledge-search.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { searchQuery } from '../model/kb-queries.ts';
import { Hits } from './hits.tsx';

interface SearchResultsProps {
  question: string;
  limit: number;
  ruleId?: number | undefined;
}

/** What is found for a question, or why nothing can be searched. */
export function SearchResults({ question, limit, ruleId }: SearchResultsProps) {
  const texts = useKnowledgeSearchTexts();
  const { openCredentials } = useKnowledgeTexts();
  const query = useQuery(searchQuery(question, limit));
  const toFailure = useKbFailure();
  const failure = toFailure(query.error);
  if (isCredentialMissing(query.error)) {
    const action = <Link to="/ai/credentials">{openCredentials}</Link>;
    return (
      <EmptyState icon={IconKeyOff} heading={texts.failed} action={action}>
        {failure}
      </EmptyState>
    );
  }
  // What was found before is no answer to this question.
  const data = query.error ? undefined : query.data;
  return (
    <Loaded query={{ ...query, data }} failure={failure ?? texts.failed} skeleton={<PendingHits />}>
      {(search) => (
        <div aria-busy={query.isPlaceholderData}>
          <Hits search={search} ruleId={ruleId} />
        </div>
      )}
    </Loaded>
  );
}

function PendingHits() {
  return (
    <Stack gap="xs" aria-busy>
      {['1', '2', '3'].map((row) => (
        <Skeleton key={row} height={96} />
      ))}
    </Stack>
  );
}
