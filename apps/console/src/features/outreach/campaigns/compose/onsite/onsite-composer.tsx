import { type ReactNode, useState } from 'react';
import { useCampaignComposerTexts } from '../../../../../locales/pages/campaign-composer.ts';
import type { useDraft } from '../../../../../ui/form/use-draft.ts';
import { RulePreview } from '../../../invitations/preview/rule-preview.tsx';
import { DateFields } from '../../../invitations/rule/date-fields.tsx';
import { RuleFields } from '../../../invitations/rule/rule-fields.tsx';
import type { RuleErrors } from '../../../invitations/values/rule-errors.ts';
import { ComposerLayout, NameField, Section } from '../../../sends/compose/composer-layout.tsx';
import type { Campaign } from '../../model/campaign-queries.ts';
import type { OnsiteValues } from './onsite-values.ts';

interface OnsiteComposerProps {
  state: ReturnType<typeof useDraft<OnsiteValues, Campaign>>;
  /** The bar that saves and starts. */
  children: ReactNode;
}

/** The dates and the rule of an on-site campaign beside how visitors see it. */
export function OnsiteComposer({ state, children }: OnsiteComposerProps) {
  const texts = useCampaignComposerTexts();
  const { draft, change } = state;
  const errors: RuleErrors = state.errors;
  const [language, setLanguage] = useState<string | null>(null);
  const fields = { rule: draft, errors, change };
  return (
    <ComposerLayout
      label={texts.form}
      state={state}
      fields={
        <>
          <NameField draft={draft} errors={{ name: errors.name }} change={change} />
          <Section heading={texts.dates}>
            <DateFields {...fields} />
          </Section>
          <RuleFields {...fields} language={language} onLanguageChange={setLanguage} hasOwnDates />
        </>
      }
      aside={<RulePreview rule={draft} language={language} />}
    >
      {children}
    </ComposerLayout>
  );
}
