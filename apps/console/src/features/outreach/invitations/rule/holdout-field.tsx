import { NumberInput } from '@mantine/core';
import { useInvitationRuleTexts } from '../../../../locales/pages/invitation-rule.ts';
import type { RuleFieldsProps } from '../values/fields-props.ts';
import styles from './rule-fields.module.css';

const MAX_PERCENT = 50;

/** How many matching visitors see nothing, to compare with. */
export function HoldoutField({ rule, errors, change }: RuleFieldsProps) {
  const texts = useInvitationRuleTexts();
  return (
    <NumberInput
      label={texts.holdout}
      classNames={{ wrapper: styles.short ?? '' }}
      value={rule.holdout_percent}
      error={errors.holdout_percent}
      min={0}
      max={MAX_PERCENT}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      hideControls
      onChange={(percent) => change({ holdout_percent: typeof percent === 'number' ? percent : '' })}
    />
  );
}
