import { TextInput } from '@mantine/core';
import { useInvitationRuleTexts } from '../../../../locales/pages/invitation-rule.ts';
import type { RuleFieldsProps } from '../values/fields-props.ts';
import styles from './rule-fields.module.css';

/** From when to when it shows. */
export function DateFields({ rule, errors, change }: RuleFieldsProps) {
  const texts = useInvitationRuleTexts();
  return (
    <div>
      <div className={styles.pair}>
        {(['starts_at', 'ends_at'] as const).map((name) => (
          <TextInput
            key={name}
            type="datetime-local"
            label={name === 'starts_at' ? texts.startsAt : texts.endsAt}
            value={rule[name]}
            error={errors[name]}
            onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
          />
        ))}
      </div>
      <p className={styles.hint}>{texts.datesLead}</p>
    </div>
  );
}
