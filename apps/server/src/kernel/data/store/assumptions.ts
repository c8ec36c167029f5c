import { fragment, raw } from '../../../infra/postgres/sql.ts';

/** Our own SQLSTATEs, raised where an assumption fails. */
export const OUT_OF_DATE = 'PSTAL';
export const NOT_AS_ASSUMED = 'PNOTA';

/** A time that fails instead: what this node assumed is out of date. */
export const REFUSE_OUT_OF_DATE = fragment`refuse('${raw(OUT_OF_DATE)}')`;

/** `SELECT FROM ${REFUSE} WHERE …` fails if the condition holds. */
export const REFUSE = fragment`refuse('${raw(NOT_AS_ASSUMED)}')`;
