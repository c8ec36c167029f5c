import type { RuleErrors } from './rule-errors.ts';
import type { RuleValues } from './rule-values.ts';

/** Fields of a rule. */
export interface RuleFieldsProps {
  rule: RuleValues;
  errors: RuleErrors;
  change: (changes: Partial<RuleValues>) => void;
}
