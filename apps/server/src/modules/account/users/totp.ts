import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;

const authenticator = (secret: string, label = '') =>
  new TOTP({ issuer: 'Parley', label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });

export const generateTotpSecret = () => new Secret({ size: 20 }).base32;

export const totpUri = (secret: string, email: string) => authenticator(secret, email).toString();

/** The time step of a code, which may be one off; undefined for a wrong code. */
export function totpStepOf(secret: string, code: string, now: Temporal.Instant) {
  const timestamp = now.epochMilliseconds;
  const delta = authenticator(secret).validate({ token: code, timestamp, window: 1 });
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / PERIOD_SECONDS) + delta;
}
