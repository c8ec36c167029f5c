import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useKnowledgeSearchTexts } from '../../../../locales/pages/knowledge-search.ts';
import styles from './question-form.module.css';

interface QuestionFormProps {
  label: string;
  isBusy: boolean;
  onAsk: (question: string) => void;
}

/** A question as a visitor would ask it. Asking costs a call of the model, so it is not asked while it is typed. */
export function QuestionForm({ label, isBusy, onAsk }: QuestionFormProps) {
  const texts = useKnowledgeSearchTexts();
  const [question, setQuestion] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (question.trim()) onAsk(question.trim());
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextInput
        aria-label={label}
        placeholder={texts.example}
        maxLength={1_000}
        autoComplete="off"
        dir="auto"
        value={question}
        onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
        className={styles.field ?? ''}
      />
      <Button type="submit" variant="default" aria-busy={isBusy}>
        {texts.search}
      </Button>
    </form>
  );
}
