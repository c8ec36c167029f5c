import type { InWidget, Read } from '../../../kernel/data/context.ts';
import * as suppressions from '../suppressions/index.ts';
import type { StoredFields } from './store.ts';

interface Known {
  email: string | null;
  email_consent: boolean | null;
  email_consent_at: string | null;
}

type Consent = Pick<Known, 'email_consent' | 'email_consent_at'>;

const UNKNOWN: Known = { email: null, email_consent: null, email_consent_at: null };

/** The fields with when consent changed. A yes is for one address, so a new one has none; a no stays. */
export function withConsent(known: Known = UNKNOWN, fields: StoredFields, now: string): StoredFields {
  const { email_consent: given, email = known.email } = fields;
  if (fields.email_consent_at !== undefined) return fields;
  const isElsewhere = !isSame(email, known.email);
  if (given === undefined) {
    return isElsewhere && known.email_consent ? { ...fields, email_consent: null, email_consent_at: null } : fields;
  }
  if (given === known.email_consent && !(given && isElsewhere)) return fields;
  return { ...fields, email_consent_at: given === null ? null : now, consent_before: null };
}

const isSame = (one: string | null, other: string | null) => normalize(one) === normalize(other);
const normalize = (email: string | null) => email && suppressions.normalizeAddress('email', email);

/** Refuses a yes on behalf of somebody who unsubscribed. */
export async function checkConsent(ctx: InWidget<Read>, email: string | null, { email_consent }: StoredFields) {
  if (email_consent && email !== null) await suppressions.refuseConsent(ctx, email);
}

/** Of two contacts that become one: a no wins, else the newest yes to the address that stays. */
export function mergeConsent(one: Known, other: Known, email: string | null): Consent {
  const refused = [one, other].filter(({ email_consent }) => email_consent === false);
  const agreed = [one, other].filter((each) => each.email_consent && isSame(each.email, email));
  const [newest = UNKNOWN] = (refused.length ? refused : agreed).toSorted((a, b) =>
    (b.email_consent_at ?? '').localeCompare(a.email_consent_at ?? ''),
  );
  return { email_consent: newest.email_consent, email_consent_at: newest.email_consent_at };
}
