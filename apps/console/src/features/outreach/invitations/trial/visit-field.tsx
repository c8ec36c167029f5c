import { NumberInput, Select, TextInput } from '@mantine/core';
import { visitDevices } from '@parley/contract';
import { useInvitationRuleTexts } from '../../../../locales/pages/invitation-rule.ts';
import { useInvitationVisitTexts } from '../../../../locales/pages/invitation-visit.ts';
import type { VisitFact, VisitValues } from './visit-values.ts';

interface VisitFieldProps {
  fact: VisitFact;
  visit: VisitValues;
  change: (changes: Partial<VisitValues>) => void;
}

const LEAST: Partial<Record<VisitFact, number>> = { visits: 1, pages: 1 };
const MOST: Partial<Record<VisitFact, number>> = { scroll_percent: 100 };
const MAX_COUNT = 1_000_000;

/** A fact of the visit, entered as its kind needs. */
export function VisitField({ fact, visit, change }: VisitFieldProps) {
  const { facts, examples } = useInvitationVisitTexts();
  const rule = useInvitationRuleTexts();
  const value = visit[fact];
  const label = facts[fact];
  if (typeof value === 'number') {
    return (
      <NumberInput
        label={label}
        size="xs"
        value={value}
        min={LEAST[fact] ?? 0}
        max={MOST[fact] ?? MAX_COUNT}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        hideControls
        onChange={(count) => typeof count === 'number' && change({ [fact]: count })}
      />
    );
  }
  if (typeof value === 'boolean') {
    return (
      <Select
        label={label}
        size="xs"
        data={(['yes', 'no'] as const).map((answer) => ({ value: answer, label: rule[answer] }))}
        value={value ? 'yes' : 'no'}
        allowDeselect={false}
        onChange={(answer) => change({ [fact]: answer === 'yes' })}
      />
    );
  }
  if (fact === 'device') {
    return (
      <Select
        label={label}
        size="xs"
        data={visitDevices.map((device) => ({ value: device, label: rule.devices[device] }))}
        value={visit.device}
        allowDeselect={false}
        onChange={(device) => device && change({ device })}
      />
    );
  }
  return (
    <TextInput
      label={label}
      size="xs"
      {...(fact === 'at' && { type: 'datetime-local' })}
      placeholder={examples[fact] ?? ''}
      value={value}
      maxLength={500}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => change({ [fact]: currentTarget.value })}
    />
  );
}
