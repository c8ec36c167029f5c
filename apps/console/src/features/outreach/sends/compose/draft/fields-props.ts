import type { SendErrors } from './send-errors.ts';
import type { SendValues } from './send-values.ts';

/** A part of the form that all drafts have. */
export interface FieldsProps {
  draft: SendValues;
  errors: SendErrors;
  change: (changes: Partial<SendValues>) => void;
}
