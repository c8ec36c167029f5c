import { Type } from 'typebox';

const RefusedRow = Type.Object({
  /** Where the row starts in the file. */
  line: Type.Integer(),
  /** Those at fault; none when the whole row is. */
  columns: Type.Array(Type.String()),
  message: Type.String(),
});

/** What an import of a file did, or in a preview would do. */
export const importResult = {
  created: Type.Integer(),
  updated: Type.Integer(),
  refused: Type.Array(RefusedRow),
  refused_count: Type.Integer(),
};
