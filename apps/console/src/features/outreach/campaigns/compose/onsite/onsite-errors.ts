import { useCampaignComposerTexts } from '../../../../../locales/pages/campaign-composer.ts';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import { type RuleErrors, useRuleCheck, useRuleRefusal } from '../../../invitations/values/rule-errors.ts';
import { refusalOf } from '../../../sends/compose/draft/send-errors.ts';
import type { OnsiteValues } from './onsite-values.ts';

/** What is to be corrected before an on-site campaign can be saved. */
export function useOnsiteCheck() {
  const texts = useCampaignComposerTexts();
  const { nameMissing } = useSendComposerTexts();
  const checkRule = useRuleCheck();
  return (values: OnsiteValues): RuleErrors => {
    const errors = checkRule(values);
    const isOver = values.ends_at !== '' && Date.parse(values.ends_at) <= Date.now();
    return {
      ...errors,
      name: values.name.trim() ? undefined : nameMissing,
      ends_at: errors.ends_at ?? (isOver ? texts.endsAtPast : undefined),
    };
  };
}

const FIELDS = [
  ['settings.starts_at', 'starts_at'],
  ['settings.ends_at', 'ends_at'],
  ['name', 'name'],
] as const;

/** Puts what the server refused at its fields, in words; undefined if it was something else. */
export function useOnsiteRefusal() {
  const { refusedField } = useSendComposerTexts();
  const refusalOfRule = useRuleRefusal('settings.rule');
  return (error: unknown): RuleErrors | undefined => {
    const found = { ...refusalOf(error, FIELDS, () => refusedField), ...refusalOfRule(error) };
    return Object.keys(found).length ? found : undefined;
  };
}
