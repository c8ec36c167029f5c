import type { SendValues } from '../draft/send-values.ts';

export const conditionNames = [
  'tagsAny',
  'tagsAll',
  'tagsNone',
  'active',
  'created',
  'attributes',
  'contactIds',
] as const satisfies (keyof SendValues)[];

export type ConditionName = (typeof conditionNames)[number];

/** Whether a condition says anything. */
export function isGiven(name: ConditionName, values: SendValues) {
  const value = values[name];
  return Array.isArray(value) ? value.length > 0 : Boolean(value.from || value.to);
}
