import { Type } from 'typebox';
import { doc } from './schemas.ts';

const RefusedRow = Type.Object({
  line: doc('Line of the file in which the row starts; the header is line 1.', Type.Integer(), { example: 14 }),
  columns: doc('Columns at fault; empty when the whole row is.', Type.Array(Type.String()), { example: ['email'] }),
  message: doc('What is wrong with the row, for a person.', Type.String(), {
    example: 'email is not an e-mail address.',
  }),
});

/** What an import of a file did, or in a preview would do. */
export const importResult = {
  created: doc('Rows that created something.', Type.Integer(), { example: 120 }),
  updated: doc('Rows that changed something that was there.', Type.Integer(), { example: 8 }),
  refused: doc('Rows that were refused, in the order of the file.', Type.Array(RefusedRow)),
  refused_count: doc('How many rows were refused.', Type.Integer(), { example: 1 }),
};
