import { Button, Skeleton } from '@mantine/core';
import { IconMessageQuestion, IconRobotFace } from '@tabler/icons-react';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useKnowledgeSearchTexts } from '../../../../locales/pages/knowledge-search.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { Warning } from '../../../../ui/feedback/warning.tsx';
import { TestChat } from '../../assistants/test-chat.tsx';
import { assistantsQuery, settingsQuery } from '../../model/ai-queries.ts';
import { searchQuery } from '../model/kb-queries.ts';
import { QuestionForm } from './question-form.tsx';
import { SearchResults } from './search-results.tsx';
import styles from './try-it.module.css';

const MOST = 10;

/** A question, what is found for it, and what the assistant makes of that. */
export function TryIt() {
  const texts = useKnowledgeSearchTexts();
  const [question, setQuestion] = useState('');
  const [asked, setAsked] = useState<{ text: string; times: number }>();
  const isBusy = useIsFetching({ queryKey: searchQuery(question, MOST).queryKey }) > 0;
  const chat = useRef<HTMLDivElement>(null);
  const answer = () => {
    setAsked((before) => ({ text: question, times: (before?.times ?? 0) + 1 }));
    // Where there is no room beside the results, the chat is below them.
    chat.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className={styles.columns}>
      <section className={styles.search} aria-label={texts.heading}>
        <QuestionForm label={texts.question} isBusy={isBusy} onAsk={setQuestion} />
        {question ? (
          <>
            <Button
              variant="default"
              className={styles.answer ?? ''}
              leftSection={<IconMessageQuestion size={16} stroke={1.75} aria-hidden />}
              onClick={answer}
            >
              {texts.answer}
            </Button>
            <SearchResults question={question} limit={MOST} />
          </>
        ) : (
          <p className={styles.lead}>{texts.lead}</p>
        )}
      </section>
      <div ref={chat} className={styles.chat}>
        <Answers asked={asked} />
      </div>
    </div>
  );
}

/** The test chat of the assistant that answers new chats. */
function Answers({ asked }: { asked: { text: string; times: number } | undefined }) {
  const texts = useKnowledgeSearchTexts();
  const query = useQuery(settingsQuery);
  const { data: assistants } = useQuery(assistantsQuery);
  return (
    <Loaded query={query} failure={texts.noSettings} skeleton={<Skeleton height={280} />}>
      {({ effective_assistant: effective, rag_enabled }) => {
        if (!effective) {
          const action = <Link to="/ai/operators">{texts.openOperators}</Link>;
          return (
            <EmptyState icon={IconRobotFace} heading={texts.nobody} action={action}>
              {texts.nobodyLead}
            </EmptyState>
          );
        }
        const assistant = assistants?.find(({ id }) => id === effective.id);
        return (
          <>
            {!rag_enabled && (
              <Warning>
                {texts.off} <Link to="/ai">{texts.openSettings}</Link>
              </Warning>
            )}
            {rag_enabled && assistant?.rag_enabled === false && (
              <Warning>
                {texts.offFor(effective.name)}{' '}
                <Link to="/ai/assistants/$id" params={{ id: effective.id }}>
                  {texts.openAssistant}
                </Link>
              </Warning>
            )}
            <TestChat
              key={effective.id}
              assistantId={effective.id}
              name={effective.name}
              isDirty={false}
              asked={asked}
            />
          </>
        );
      }}
    </Loaded>
  );
}
