import type { Invitation, RuleInput, Template } from '../model/invitation-queries.ts';
import { blankRule, contentOfRule, type RuleValues, valuesOfRule } from '../values/rule-values.ts';

/** What the form of an invitation edits. */
export interface EditorValues extends RuleValues {
  name: string;
  enabled: boolean;
}

export const valuesOf = ({
  name,
  enabled,
  ...rule
}: Pick<Invitation, 'name' | 'enabled'> & Parameters<typeof valuesOfRule>[0]) => ({
  name,
  enabled,
  ...valuesOfRule(rule),
});

export const blankValues: EditorValues = { name: '', enabled: true, ...valuesOfRule(blankRule) };

/** The place among the others is not edited here. */
export const inputOf = ({ name, enabled, ...rule }: EditorValues, priority: number): RuleInput => ({
  ...contentOfRule(rule),
  name: name.trim(),
  enabled,
  priority,
});

/** A ready-made template with its text in the console's language; the others are translations. */
export function localise({ rule, builtin }: Template, locale: string): Template['rule'] {
  if (!builtin) return rule;
  const { [locale]: text = rule.text, ...texts } = rule.texts as Record<string, string>;
  return { ...rule, text, texts };
}
