import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInvitationRuleTexts } from '../../../../locales/pages/invitation-rule.ts';
import { SegmentedChoice } from '../../../../ui/controls/segmented-choice.tsx';
import type { RuleFieldsProps } from '../values/fields-props.ts';
import { newCondition, type RuleCondition } from '../values/rule-values.ts';
import styles from './condition-fields.module.css';
import { ConditionRow } from './condition-row.tsx';

const MOST = 20;

/** Conditions on the page, the visit and the visitor. */
export function ConditionFields({ rule, errors, change }: RuleFieldsProps) {
  const texts = useInvitationRuleTexts();
  const { match, items } = rule.conditions;
  const set = (next: RuleCondition[]) => change({ conditions: { match, items: next } });
  return (
    <>
      {items.length > 1 && (
        <SegmentedChoice
          label={texts.match}
          value={match}
          options={(['all', 'any'] as const).map((value) => ({ value, label: texts.matches[value] }))}
          onChange={(chosen) => change({ conditions: { match: chosen, items } })}
        />
      )}
      {items.length > 0 && (
        <ul className={styles.conditions} aria-label={texts.conditionList}>
          {items.map((condition, at) => (
            <ConditionRow
              key={condition.key}
              number={at + 1}
              condition={condition}
              errorOf={(member) => errors[`conditions.items.${at}.${member}`]}
              onChange={(next) => set(items.with(at, next))}
              onRemove={() => set(items.toSpliced(at, 1))}
            />
          ))}
        </ul>
      )}
      {items.length < MOST && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => set([...items, newCondition()])}
          >
            {texts.addCondition}
          </Button>
        </div>
      )}
    </>
  );
}
