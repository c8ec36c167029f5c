import { createHash, randomBytes } from 'node:crypto';
import type { ConsoleLocale } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import type { Read, Write } from '../../../kernel/data/context.ts';
import { invalid } from '../../../kernel/problems.ts';
import { verifyHash } from './passwords.ts';
import * as store from './store.ts';
import { generateTotpSecret, totpStepOf, totpUri } from './totp.ts';

const RESET_HOURS = 1;
const RESET_PAUSE_MINUTES = 2;
const EMAIL_CHANGE_HOURS = 24;

interface Profile {
  name?: string | null;
  surname?: string | null;
  phone?: string | null;
  locale?: ConsoleLocale | null;
}

export const find = store.find;
export const findByEmail = store.findByEmail;
export const lock = store.lock;

export async function create(
  work: Write,
  { email, name, surname, passwordHash }: { email: string; name: string; surname?: string; passwordHash?: string },
) {
  const user = await store.insert(work, {
    email,
    name,
    surname,
    password_hash: passwordHash,
    created_at: work.now.toString(),
    updated_at: work.now.toString(),
  });
  if (!user) throw invalid({ email: 'is already taken by another user' });
  return user;
}

export const updateProfile = (work: Write, id: number, profile: Profile) => store.update(work, id, profile);

/** Takes as long for an unknown user. */
export const verifyPassword = (user: store.User | undefined, password: string) =>
  verifyHash(password, user?.password_hash);

/** Hashed by the caller, since that takes long. Voids the links of a reset and of a new e-mail. */
export async function setPassword(work: Write, id: number, passwordHash: string) {
  await store.update(work, id, { password_hash: passwordHash, ...noReset, ...noPendingEmail });
}

const noReset = { reset_hash: null, reset_expires_at: null };
const noPendingEmail = { pending_email: null, pending_email_hash: null, pending_email_expires_at: null };

/** The address that awaits confirmation. */
export const pendingEmailOf = (
  { pending_email, pending_email_expires_at: expiry }: store.User,
  now: Temporal.Instant,
) => (expiry !== null && Temporal.Instant.compare(expiry, now) > 0 ? pending_email : null);

/** Replaces an earlier address. Of the token only the hash is stored. Returns when the link expires. */
export async function setPendingEmail(work: Write, id: number, { email, token }: { email: string; token: string }) {
  const expiry = toIsoString(work.now.add({ hours: EMAIL_CHANGE_HOURS }));
  const pending_email_hash = hashToken(token);
  await store.update(work, id, { pending_email: email, pending_email_hash, pending_email_expires_at: expiry });
  return expiry;
}

export async function clearPendingEmail(work: Write, id: number) {
  await store.update(work, id, noPendingEmail);
}

export const lockByEmailChange = (work: Write, token: string) => store.lockByEmailChange(work, hashToken(token));

/** Undefined if the link expired. Voids a reset link, which went to the former address. */
export async function confirmEmail(work: Write, user: store.User) {
  const email = pendingEmailOf(user, work.now);
  if (email === null) return undefined;
  return store.update(work, user.id, { email, ...noReset, ...noPendingEmail });
}

/** Creates the token of a reset link. Only its hash is stored, and only the last one works. */
export async function createResetToken(work: Write, id: number) {
  const token = randomBytes(32).toString('base64url');
  const reset_expires_at = work.now.add({ hours: RESET_HOURS }).toString();
  await store.update(work, id, { reset_hash: hashToken(token), reset_expires_at });
  return token;
}

/** Whether a reset mail was sent in the last minutes. */
export function hasRecentReset({ reset_expires_at }: store.User, now: Temporal.Instant) {
  const recent = now.add({ hours: RESET_HOURS }).subtract({ minutes: RESET_PAUSE_MINUTES });
  return reset_expires_at !== null && Temporal.Instant.compare(reset_expires_at, recent) > 0;
}

/** The user of a reset link that has not expired. */
export async function findByReset(work: Read, token: string) {
  return unlessExpired(await store.findByReset(work, hashToken(token)), work.now);
}

export async function lockByReset(work: Write, token: string) {
  return unlessExpired(await store.lockByReset(work, hashToken(token)), work.now);
}

function unlessExpired(user: store.User | undefined, now: Temporal.Instant) {
  const isOver = !user?.reset_expires_at || Temporal.Instant.compare(user.reset_expires_at, now) <= 0;
  return isOver ? undefined : user;
}

function hashToken(token: string) {
  return createHash('sha256').update(token).digest();
}

const sealContextOf = (column: 'totp_secret' | 'totp_pending', row: number) => ({ table: 'users', column, row });

export const hasTotp = ({ totp_secret }: store.User) => totp_secret !== null;

/** Creates a secret that replaces the current one once its first code is confirmed. */
export async function beginTotp(work: Write, user: store.User) {
  const secret = generateTotpSecret();
  await store.update(work, user.id, { totp_pending: work.vault.seal(secret, sealContextOf('totp_pending', user.id)) });
  return { secret, uri: totpUri(secret, user.email) };
}

/** Activates the pending authenticator if the code is its own. */
export async function confirmTotp(work: Write, user: store.User, code: string) {
  if (!user.totp_pending) return false;
  const secret = work.vault.open(user.totp_pending, sealContextOf('totp_pending', user.id));
  const step = totpStepOf(secret, code, work.now);
  if (step === undefined) return false;
  const totp_secret = work.vault.seal(secret, sealContextOf('totp_secret', user.id));
  await store.update(work, user.id, { totp_secret, totp_pending: null, totp_step: step });
  return true;
}

function stepOf(work: Read, user: store.User, code: string) {
  if (!user.totp_secret) return undefined;
  const secret = work.vault.open(user.totp_secret, sealContextOf('totp_secret', user.id));
  return totpStepOf(secret, code, work.now);
}

/** Whether the code is right and unused so far. */
export function isTotpCode(work: Read, user: store.User, code: string) {
  const step = stepOf(work, user, code);
  return step !== undefined && step > (user.totp_step ?? 0);
}

/** Whether the code is right and unused; marks it as used. */
export async function consumeTotp(work: Write, user: store.User, code: string) {
  const step = stepOf(work, user, code);
  return step !== undefined && store.consumeTotpStep(work, user.id, step);
}

export const removeTotp = (work: Write, id: number) =>
  store.update(work, id, { totp_secret: null, totp_pending: null, totp_step: null });
