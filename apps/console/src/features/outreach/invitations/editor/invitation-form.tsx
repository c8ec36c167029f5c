import { Switch, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import type { useDraft } from '../../../../ui/form/use-draft.ts';
import type { SavedInvitation } from '../model/invitation-queries.ts';
import { RulePreview } from '../preview/rule-preview.tsx';
import { RuleFields } from '../rule/rule-fields.tsx';
import { Trial } from '../trial/trial.tsx';
import type { RuleErrors } from '../values/rule-errors.ts';
import { contentOfRule } from '../values/rule-values.ts';
import { type EditorValues, inputOf } from './editor-values.ts';
import styles from './invitation-form.module.css';
import { RuleWarnings } from './rule-warnings.tsx';

type EditorState = Pick<
  ReturnType<typeof useDraft<EditorValues, SavedInvitation>>,
  'draft' | 'errors' | 'change' | 'form' | 'submit'
>;

interface InvitationFormProps {
  /** Null for a new one. */
  id: number | null;
  priority: number;
  state: EditorState;
  /** The bar that saves. */
  children: ReactNode;
}

/** The fields of an invitation beside how it looks, and whether it would show. */
export function InvitationForm({ id, priority, state, children }: InvitationFormProps) {
  const texts = useSmartInvitationsTexts();
  const { draft, change } = state;
  const errors: RuleErrors = state.errors;
  const [language, setLanguage] = useState<string | null>(null);
  const { name, enabled } = draft;
  return (
    <form ref={state.form} onSubmit={state.submit} noValidate aria-label={texts.form}>
      <div className={styles.columns}>
        <div className={styles.fields}>
          <TextInput
            label={texts.name}
            description={texts.nameLead}
            value={name}
            error={errors.name}
            maxLength={120}
            autoComplete="off"
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          <Switch
            label={texts.enabled}
            description={texts.enabledLead}
            checked={enabled}
            onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
          />
          <RuleFields rule={draft} errors={errors} change={change} language={language} onLanguageChange={setLanguage} />
        </div>
        <aside className={styles.aside} aria-label={texts.result}>
          <RulePreview rule={draft} language={language} />
          <RuleWarnings rule={inputOf(draft, priority)} />
          <Trial rule={{ ...contentOfRule(draft), id, name, enabled, priority }} />
        </aside>
      </div>
      {children}
    </form>
  );
}
