import { Select, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LanguageChoice } from '../../../entities/widget/language-choice.tsx';
import { useAiOperatorsTexts } from '../../../locales/pages/ai-operators.ts';
import { SegmentedChoice } from '../../../ui/controls/segmented-choice.tsx';
import type { useDraft } from '../../../ui/form/use-draft.ts';
import { assistantsQuery } from '../model/ai-queries.ts';
import { HeaderPreview } from './header-preview.tsx';
import styles from './operator-form.module.css';
import type { OperatorValues } from './operator-values.ts';

interface OperatorFormProps {
  operatorId?: number;
  state: Pick<ReturnType<typeof useDraft<OperatorValues, unknown>>, 'draft' | 'errors' | 'change' | 'form' | 'submit'>;
  /** The bar that saves. */
  children: ReactNode;
}

/** The fields beside the widget as visitors see it. */
export function OperatorForm({ operatorId, state, children }: OperatorFormProps) {
  const texts = useAiOperatorsTexts();
  const { draft, errors, change } = state;
  const { data: assistants = [] } = useQuery(assistantsQuery);
  const [language, setLanguage] = useState<string | null>(null);
  const name = language ? (draft.name_i18n[language] ?? '') : draft.name;
  const rename = (text: string) => {
    if (!language) return change({ name: text });
    const { [language]: _, ...others } = draft.name_i18n;
    change({ name_i18n: text ? { ...others, [language]: text } : others });
  };
  return (
    <form ref={state.form} onSubmit={state.submit} noValidate>
      <div className={styles.columns}>
        <Stack gap="lg">
          <LanguageChoice value={language} onChange={setLanguage} filled={Object.keys(draft.name_i18n)} />
          <TextInput
            label={texts.name}
            description={language ? texts.ownNameLead : texts.nameLead}
            placeholder={language ? draft.name || texts.nameExample : texts.nameExample}
            maxLength={191}
            value={name}
            dir="auto"
            autoComplete="off"
            onChange={({ currentTarget }) => rename(currentTarget.value)}
          />
          <Select
            label={texts.assistant}
            data={assistants.map(({ id, name: label }) => ({ value: String(id), label }))}
            value={draft.assistant_id ? String(draft.assistant_id) : null}
            error={errors.assistant_id}
            allowDeselect={false}
            onChange={(id) => change({ assistant_id: Number(id) })}
          />
          {draft.status !== 'banned' && (
            <div>
              <SegmentedChoice
                label={texts.status}
                value={draft.status}
                options={(['active', 'relaxation'] as const).map((value) => ({ value, label: texts.statuses[value] }))}
                onChange={(status) => change({ status })}
              />
              <p className={styles.lead}>{texts.statusLead}</p>
            </div>
          )}
          <Switch
            label={texts.showInHeader}
            description={texts.showInHeaderLead}
            checked={draft.show_in_header}
            onChange={({ currentTarget }) => change({ show_in_header: currentTarget.checked })}
          />
        </Stack>
        <HeaderPreview operatorId={operatorId} values={draft} language={language} />
      </div>
      {children}
    </form>
  );
}
