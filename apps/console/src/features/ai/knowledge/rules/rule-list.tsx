import { Button } from '@mantine/core';
import { IconBook2, IconZoomQuestion } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useKnowledgeRulesTexts } from '../../../../locales/pages/knowledge-rules.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { ListEnd } from '../../../../ui/feedback/list-end.tsx';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { Rows } from '../../../../ui/layout/rows.tsx';
import { type RuleFilter, rulesQuery } from '../model/kb-queries.ts';
import { RuleFilters } from './rule-filters.tsx';
import { RuleRow } from './rule-row.tsx';

/** What the AI can answer from, newest first. */
export function RuleList() {
  const filter = useSearch({ from: '/shell/ai/knowledge/knowledge' });
  const navigate = useNavigate();
  const setFilter = (search: RuleFilter) => void navigate({ to: '/ai/knowledge', search, replace: true });
  return (
    <>
      <RuleFilters filter={filter} onFilter={setFilter} />
      <Rules filter={filter} onFilter={setFilter} />
    </>
  );
}

function Rules({ filter, onFilter }: { filter: RuleFilter; onFilter: (filter: RuleFilter) => void }) {
  const texts = useKnowledgeRulesTexts();
  const query = useInfiniteQuery(rulesQuery(filter));
  const rules = query.data?.pages.flatMap(({ data }) => data);
  return (
    <Loaded query={{ ...query, data: rules }} failure={texts.failed}>
      {(found) =>
        found.length ? (
          <div aria-busy={query.isPlaceholderData}>
            <Rows label={texts.list}>
              {found.map((rule) => (
                <RuleRow key={rule.id} rule={rule} onDocument={(doc) => onFilter({ ...filter, doc })} />
              ))}
            </Rows>
            <ListEnd list={query} end={texts.end} />
          </div>
        ) : (
          <NoRules isFiltered={Object.keys(filter).length > 0} onClear={() => onFilter({})} />
        )
      }
    </Loaded>
  );
}

function NoRules({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const texts = useKnowledgeRulesTexts();
  if (!isFiltered) {
    return (
      <EmptyState icon={IconBook2} heading={texts.empty}>
        {texts.emptyLead}
      </EmptyState>
    );
  }
  const clear = (
    <Button variant="default" onClick={onClear}>
      {texts.clear}
    </Button>
  );
  return (
    <EmptyState icon={IconZoomQuestion} heading={texts.nothingFound} action={clear}>
      {texts.nothingFoundLead}
    </EmptyState>
  );
}
