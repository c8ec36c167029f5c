import { quoteCell } from '../../../../kernel/http/csv.ts';

/** In the order written. */
export const COLUMNS = [
  'id',
  'name',
  'email',
  'phone',
  'description',
  'tags',
  'blocked',
  'email_consent',
  'created_at',
  'attributes',
] as const;

export type Column = (typeof COLUMNS)[number];

/** Names in one cell, as a nested CSV line. */
export const writeNames = (names: string[]) => names.map(quoteCell).join(', ');
