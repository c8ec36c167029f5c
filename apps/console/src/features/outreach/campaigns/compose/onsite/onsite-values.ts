import type { OnsiteSettings } from '@parley/contract';
import { blankRule, contentOfRule, type RuleValues, valuesOfRule } from '../../../invitations/values/rule-values.ts';
import { given } from '../../../sends/compose/draft/send-values.ts';

/** What the form of an on-site campaign edits. The dates of its rule are those of the campaign. */
export interface OnsiteValues extends RuleValues {
  name: string;
}

export const emptyOnsite: OnsiteValues = { name: '', ...valuesOfRule(blankRule) };

interface Named {
  name: string;
  settings: OnsiteSettings;
}

export const onsiteValuesOf = ({ name, settings: { rule, starts_at, ends_at } }: Named): OnsiteValues => ({
  name,
  ...valuesOfRule({ ...blankRule, ...rule, starts_at: starts_at ?? null, ends_at: ends_at ?? null }),
});

export function onsiteSettingsOf({ name: _, ...values }: OnsiteValues): OnsiteSettings {
  const { starts_at, ends_at, ...rule } = contentOfRule(values);
  return {
    rule: { ...rule, enabled: true, priority: 100, starts_at: null, ends_at: null },
    ...given('starts_at', starts_at ?? undefined),
    ...given('ends_at', ends_at ?? undefined),
  };
}

/** All members, so that dates that were cleared are removed. */
export const onsitePatchOf = ({ rule, starts_at, ends_at }: OnsiteSettings) => ({
  ...given('rule', rule),
  starts_at: starts_at ?? null,
  ends_at: ends_at ?? null,
});
