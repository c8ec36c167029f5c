import type { DraftErrors } from './draft-errors.ts';
import type { DraftValues } from './draft-values.ts';

/** A part of the form. */
export interface FieldsProps {
  draft: DraftValues;
  errors: DraftErrors;
  change: (changes: Partial<DraftValues>) => void;
}
