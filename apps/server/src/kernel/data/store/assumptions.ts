import { fragment, raw } from '../../../infra/postgres/sql.ts';

/** Our own SQLSTATEs, raised where an assumption fails. */
export const OUT_OF_DATE = 'PSTAL';
export const NOT_AS_ASSUMED = 'PNOTA';
export const HAS_SUBSCRIPTIONS = 'PSUBS';

/** Where a time is expected. */
export const REFUSE_OUT_OF_DATE = fragment`refuse('${raw(OUT_OF_DATE)}')`;
export const REFUSE_SUBSCRIPTIONS = fragment`refuse('${raw(HAS_SUBSCRIPTIONS)}')`;

/** `SELECT FROM ${REFUSE} WHERE …` fails if the condition holds. */
export const REFUSE = fragment`refuse('${raw(NOT_AS_ASSUMED)}')`;
