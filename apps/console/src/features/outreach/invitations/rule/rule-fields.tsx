import type { ReactNode } from 'react';
import { useInvitationRuleTexts } from '../../../../locales/pages/invitation-rule.ts';
import { ConditionFields } from '../conditions/condition-fields.tsx';
import type { RuleFieldsProps } from '../values/fields-props.ts';
import { DateFields } from './date-fields.tsx';
import { HoldoutField } from './holdout-field.tsx';
import { LimitFields } from './limit-fields.tsx';
import { MessageFields } from './message-fields.tsx';
import styles from './rule-fields.module.css';
import { TriggerFields } from './trigger-fields.tsx';

interface RuleFieldsetsProps extends RuleFieldsProps {
  /** Of the text that is edited; null for the one of all other languages. */
  language: string | null;
  onLanguageChange: (language: string | null) => void;
  /** Whether its dates are edited elsewhere. */
  hasOwnDates?: boolean;
}

/** All fields of a rule but those of its identity: for a rule, and for whatever has one. */
export function RuleFields({ language, onLanguageChange, hasOwnDates = false, ...fields }: RuleFieldsetsProps) {
  const texts = useInvitationRuleTexts();
  return (
    <>
      <Section heading={texts.message}>
        <MessageFields {...fields} language={language} onLanguageChange={onLanguageChange} />
      </Section>
      <Section heading={texts.trigger} lead={texts.triggerLead}>
        <TriggerFields {...fields} />
      </Section>
      <Section heading={texts.audience} lead={texts.audienceLead}>
        <ConditionFields {...fields} />
      </Section>
      <Section heading={texts.often} lead={texts.oftenLead}>
        <LimitFields {...fields} />
        {!hasOwnDates && <DateFields {...fields} />}
      </Section>
      <Section heading={texts.measure} lead={texts.holdoutLead}>
        <HoldoutField {...fields} />
      </Section>
    </>
  );
}

function Section({ heading, lead, children }: { heading: string; lead?: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend className={styles.heading}>{heading}</legend>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </fieldset>
  );
}
