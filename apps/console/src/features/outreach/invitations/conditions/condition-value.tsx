import { MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { locales, visitDevices } from '@parley/contract';
import { useMemo } from 'react';
import { useLocale } from '../../../../locales/locale.tsx';
import { useInvitationRuleTexts } from '../../../../locales/pages/invitation-rule.ts';
import { useLanguageNames } from '../../../../ui/language/use-language-names.ts';
import { kindOf } from '../values/condition-kinds.ts';
import type { RuleCondition } from '../values/rule-values.ts';
import styles from './condition-fields.module.css';
import { countries } from './countries.ts';

interface ConditionValueProps {
  condition: RuleCondition;
  error: string | undefined;
  onChange: (condition: RuleCondition) => void;
}

const MAX_CHARACTERS = 500;
const MAX_COUNT = 1_000_000;

/** What a field is compared with, entered as its kind needs. */
export function ConditionValue({ condition, error, onChange }: ConditionValueProps) {
  const texts = useInvitationRuleTexts();
  const { field, op, value } = condition;
  const set = (next: RuleCondition['value']) => onChange({ ...condition, value: next });
  const kind = kindOf(field);
  if (kind === 'choice') return <Choices condition={condition} error={error} onChange={onChange} />;
  if (kind === 'count') {
    return (
      <NumberInput
        aria-label={texts.value}
        value={typeof value === 'number' ? value : ''}
        error={error}
        min={0}
        max={MAX_COUNT}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        hideControls
        onChange={(count) => set(typeof count === 'number' ? count : '')}
      />
    );
  }
  if (kind === 'flag') {
    return (
      <Select
        className={styles.wide ?? ''}
        aria-label={texts.value}
        data={(['yes', 'no'] as const).map((answer) => ({ value: answer, label: texts[answer] }))}
        value={value === true ? 'yes' : 'no'}
        error={error}
        allowDeselect={false}
        onChange={(answer) => set(answer === 'yes')}
      />
    );
  }
  return (
    <TextInput
      aria-label={texts.value}
      placeholder={texts.examples[field] ?? ''}
      description={op === 'matches' && texts.patternLead}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={String(value)}
      error={error}
      maxLength={MAX_CHARACTERS}
      autoComplete="off"
      spellCheck={false}
      dir="auto"
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

function Choices({ condition, error, onChange }: ConditionValueProps) {
  const texts = useInvitationRuleTexts();
  const options = useOptions(condition.field);
  const chosen = Array.isArray(condition.value) ? condition.value : [];
  const others = chosen.filter((value) => !options.some((option) => option.value === value));
  return (
    <MultiSelect
      aria-label={texts.value}
      placeholder={chosen.length ? '' : texts.chooseSome}
      data={[...options, ...others.map((value) => ({ value, label: value }))]}
      value={chosen}
      error={error}
      searchable={options.length > visitDevices.length}
      nothingFoundMessage={texts.nothingFound}
      hidePickedOptions
      maxValues={50}
      onChange={(value) => onChange({ ...condition, value })}
    />
  );
}

/** What can be chosen of a field, by name. */
function useOptions(field: string) {
  const texts = useInvitationRuleTexts();
  const { locale } = useLocale();
  const nameOf = useLanguageNames();
  return useMemo(() => {
    if (field === 'device')
      return visitDevices.map((value) => ({ value: value as string, label: texts.devices[value] }));
    const regions = new Intl.DisplayNames(locale, { type: 'region' });
    const named: { value: string; label: string }[] =
      field === 'language'
        ? locales.map((value) => ({ value, label: nameOf(value) }))
        : countries.map((value) => ({ value, label: regions.of(value) ?? value }));
    return named.toSorted((a, b) => a.label.localeCompare(b.label, locale));
  }, [field, locale, nameOf, texts]);
}
