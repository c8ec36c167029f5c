import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSourceName } from '../../../../entities/chat/ai/source-names.ts';
import { useKnowledgeRulesTexts } from '../../../../locales/pages/knowledge-rules.ts';
import { SearchField } from '../../../../ui/controls/search-field.tsx';
import { type RuleFilter, sourcesQuery } from '../model/kb-queries.ts';
import styles from './rule-filters.module.css';

interface RuleFiltersProps {
  filter: RuleFilter;
  onFilter: (filter: RuleFilter) => void;
}

/** By text, source, document and use. */
export function RuleFilters({ filter, onFilter }: RuleFiltersProps) {
  const texts = useKnowledgeRulesTexts();
  const { data: sources = [] } = useQuery(sourcesQuery);
  const nameOf = useSourceName();
  const { q: _q, ...withoutText } = filter;
  const { source: _source, ...withoutSource } = filter;
  const { doc: _doc, ...withoutDocument } = filter;
  const { unused: _unused, ...withoutUse } = filter;
  return (
    <search className={styles.filters} aria-label={texts.filters}>
      <SearchField
        label={texts.search}
        query={filter.q ?? ''}
        onSearch={(q) => onFilter({ ...withoutText, ...(q && { q }) })}
        className={styles.text ?? ''}
      />
      <Select
        aria-label={texts.anySource}
        placeholder={texts.anySource}
        data={sources.map((source) => ({ value: source.source, label: nameOf(source) }))}
        value={filter.source ?? null}
        onChange={(source) => onFilter({ ...withoutSource, ...(source && { source }) })}
        searchable={sources.length > 8}
        clearable
        nothingFoundMessage={texts.noSource}
        clearButtonProps={{ 'aria-label': texts.anySource }}
      />
      <Select
        aria-label={texts.usage}
        placeholder={texts.anyUsage}
        data={[{ value: 'unused', label: texts.unused }]}
        value={filter.unused ? 'unused' : null}
        onChange={(unused) => onFilter({ ...withoutUse, ...(unused && { unused: true }) })}
        clearable
        clearButtonProps={{ 'aria-label': texts.anyUsage }}
      />
      <SearchField
        label={texts.docId}
        query={filter.doc ?? ''}
        onSearch={(doc) => onFilter({ ...withoutDocument, ...(doc && { doc }) })}
      />
    </search>
  );
}
