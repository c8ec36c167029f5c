import { ActionIcon, Select, TextInput, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useInvitationRuleTexts } from '../../../../locales/pages/invitation-rule.ts';
import {
  type ConditionField,
  chosenField,
  fieldGroups,
  kindOf,
  operatorsOf,
  paramOf,
  toParam,
  withField,
} from '../values/condition-kinds.ts';
import type { RuleCondition } from '../values/rule-values.ts';
import styles from './condition-fields.module.css';
import { ConditionValue } from './condition-value.tsx';

interface ConditionRowProps {
  number: number;
  condition: RuleCondition;
  errorOf: (member: 'field' | 'op' | 'value') => string | undefined;
  onChange: (condition: RuleCondition) => void;
  onRemove: () => void;
}

/** A field, how it is compared, and with what. */
export function ConditionRow({ number, condition, errorOf, onChange, onRemove }: ConditionRowProps) {
  const texts = useInvitationRuleTexts();
  const { field, op } = condition;
  const param = paramOf(field);
  const remove = (
    <Tooltip label={texts.removeCondition(number)}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        className={styles.remove ?? ''}
        aria-label={texts.removeCondition(number)}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <li className={styles.condition}>
      <FieldSelect field={field} onChoose={(chosen) => onChange(withField(condition, chosen))} />
      {param !== undefined && (
        <TextInput
          className={styles.param ?? ''}
          aria-label={texts.paramName}
          placeholder={texts.paramExample}
          value={param}
          error={errorOf('field')}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          onChange={({ currentTarget }) => onChange({ ...condition, field: toParam(currentTarget.value) })}
        />
      )}
      {kindOf(field) === 'flag' ? null : (
        <Select
          aria-label={texts.operator}
          data={operatorsOf(field).map((value) => ({ value, label: texts.operators[value] }))}
          value={op}
          error={errorOf('op')}
          allowDeselect={false}
          onChange={(chosen) => chosen && onChange({ ...condition, op: chosen })}
        />
      )}
      <ConditionValue condition={condition} error={errorOf('value')} onChange={onChange} />
      {remove}
    </li>
  );
}

function FieldSelect({ field, onChoose }: { field: string; onChoose: (field: ConditionField) => void }) {
  const texts = useInvitationRuleTexts();
  return (
    <Select
      className={styles.field ?? ''}
      aria-label={texts.field}
      data={Object.entries(fieldGroups).map(([group, fields]) => ({
        group: texts.fieldGroups[group as keyof typeof fieldGroups],
        items: fields.map((value) => ({ value, label: texts.fields[value] })),
      }))}
      value={chosenField(field)}
      onChange={(chosen) => chosen && onChoose(chosen as ConditionField)}
      allowDeselect={false}
      maxDropdownHeight={320}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  );
}
