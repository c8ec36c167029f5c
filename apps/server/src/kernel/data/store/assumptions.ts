import { fragment, raw } from '../../../infra/postgres/sql.ts';

/** Our own SQLSTATEs, raised where an assumption fails. */
export const OUT_OF_DATE = 'PSTAL';
export const NOT_AS_ASSUMED = 'PNOTA';

/** Time that is none: what this node remembers was changed by another one. */
export const REFUSE_OUT_OF_DATE = fragment`refuse_key('${raw(OUT_OF_DATE)}')`;

/** `SELECT FROM ${REFUSE} WHERE …` fails if the condition holds. */
export const REFUSE = fragment`refuse_key('${raw(NOT_AS_ASSUMED)}')`;
