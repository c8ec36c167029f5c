import { useIsFetching } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useKnowledgeSearchTexts } from '../../../../locales/pages/knowledge-search.ts';
import { searchQuery } from '../model/kb-queries.ts';
import styles from './found-panel.module.css';
import { QuestionForm } from './question-form.tsx';
import { SearchResults } from './search-results.tsx';

interface FoundPanelProps {
  ruleId?: number;
  /** The saved text is found, not the one in the form. */
  isDirty?: boolean;
}

const MOST = 5;

/** Beside a rule: what the AI would find for a question, this rule among it or not. */
export function FoundPanel({ ruleId, isDirty = false }: FoundPanelProps) {
  const texts = useKnowledgeSearchTexts();
  const id = useId();
  const [question, setQuestion] = useState('');
  const isBusy = useIsFetching({ queryKey: searchQuery(question, MOST).queryKey }) > 0;
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {texts.wouldFind}
      </h2>
      <QuestionForm label={texts.question} isBusy={isBusy} onAsk={setQuestion} />
      {isDirty && <p className={styles.note}>{texts.unsaved}</p>}
      {question ? (
        <SearchResults question={question} limit={MOST} ruleId={ruleId} />
      ) : (
        <p className={styles.lead}>{texts.wouldFindLead}</p>
      )}
    </section>
  );
}
