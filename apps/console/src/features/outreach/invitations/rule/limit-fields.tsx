import { NumberInput, Select } from '@mantine/core';
import { invitationPeriods } from '@parley/contract';
import { useInvitationRuleTexts } from '../../../../locales/pages/invitation-rule.ts';
import type { RuleFieldsProps } from '../values/fields-props.ts';
import { HoursFields } from './hours-fields.tsx';
import styles from './rule-fields.module.css';

const MAX_TIMES = 100;

/** How often one visitor sees it, and when it shows at all. */
export function LimitFields(props: RuleFieldsProps) {
  const { rule, errors, change } = props;
  const { frequency } = rule;
  const texts = useInvitationRuleTexts();
  return (
    <>
      <fieldset className={styles.bare}>
        <legend className={styles.label}>{texts.perVisitor}</legend>
        <div className={styles.frequency}>
          <NumberInput
            aria-label={texts.perVisitorTimes}
            value={frequency.max}
            error={errors['frequency.max']}
            min={1}
            max={MAX_TIMES}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            hideControls
            onChange={(max) => change({ frequency: { ...frequency, max: typeof max === 'number' ? max : '' } })}
          />
          <Select
            aria-label={texts.perPeriod}
            data={invitationPeriods.map((value) => ({ value, label: texts.periods[value](Number(frequency.max)) }))}
            value={frequency.per}
            allowDeselect={false}
            onChange={(per) => per && change({ frequency: { ...frequency, per } })}
          />
        </div>
      </fieldset>
      <HoursFields {...props} />
    </>
  );
}
