import { createHash, randomBytes } from 'node:crypto';
import type { ConsoleLocale } from '@parley/contract';
import type { Read, Write } from '../../../kernel/data/context.ts';
import { invalid } from '../../../kernel/http/problems.ts';
import { isPassword } from './passwords.ts';
import * as store from './store.ts';
import { newTotp, stepOf, totpUri } from './totp.ts';

const RESET_HOURS = 1;
const RESET_PAUSE_MINUTES = 2;

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

/** Whether the password is this person's; as slow for somebody who does not exist. */
export const hasPassword = (user: store.User | undefined, password: string) =>
  isPassword(password, user?.password_hash);

/** A new password, hashed before: computing one takes long. A link that was mailed for another one is void. */
export async function setPassword(work: Write, id: number, passwordHash: string) {
  await store.update(work, id, { password_hash: passwordHash, reset_hash: null, reset_expires_at: null });
}

/** Makes the token of a link that sets a new password. Only its hash is kept, and only the last one serves. */
export async function beginReset(work: Write, id: number) {
  const token = randomBytes(32).toString('base64url');
  const reset_expires_at = work.now.add({ hours: RESET_HOURS }).toString();
  await store.update(work, id, { reset_hash: hashToken(token), reset_expires_at });
  return token;
}

/** Whether a mail with a link went out a moment ago. */
export function wasJustReset({ reset_expires_at }: store.User, now: Temporal.Instant) {
  const recent = now.add({ hours: RESET_HOURS }).subtract({ minutes: RESET_PAUSE_MINUTES });
  return reset_expires_at !== null && Temporal.Instant.compare(reset_expires_at, recent) > 0;
}

/** The owner of a reset link that has not expired. */
export async function findByReset(work: Read, token: string) {
  return ifValid(await store.findByReset(work, hashToken(token)), work.now);
}

export async function lockByReset(work: Write, token: string) {
  return ifValid(await store.lockByReset(work, hashToken(token)), work.now);
}

function ifValid(user: store.User | undefined, now: Temporal.Instant) {
  const isOver = !user?.reset_expires_at || Temporal.Instant.compare(user.reset_expires_at, now) <= 0;
  return isOver ? undefined : user;
}

function hashToken(token: string) {
  return createHash('sha256').update(token).digest();
}

const placeOf = (column: 'totp_secret' | 'totp_pending', row: number) => ({ table: 'users', column, row });

export const hasTotp = ({ totp_secret }: store.User) => totp_secret !== null;

/** A secret for an authenticator, which counts once a first code has shown that it works; until then an old one does. */
export async function beginTotp(work: Write, user: store.User) {
  const secret = newTotp();
  await store.update(work, user.id, { totp_pending: work.vault.seal(secret, placeOf('totp_pending', user.id)) });
  return { secret, uri: totpUri(secret, user.email) };
}

/** Goes over to the authenticator that was begun with, when the code is its. */
export async function confirmTotp(work: Write, user: store.User, code: string) {
  if (!user.totp_pending) return false;
  const secret = work.vault.open(user.totp_pending, placeOf('totp_pending', user.id));
  const step = stepOf(secret, code, work.now);
  if (step === undefined) return false;
  const totp_secret = work.vault.seal(secret, placeOf('totp_secret', user.id));
  await store.update(work, user.id, { totp_secret, totp_pending: null, totp_step: step });
  return true;
}

/** Whether the code is right and new; each serves once. */
export async function useTotp(work: Write, user: store.User, code: string) {
  if (!user.totp_secret) return false;
  const secret = work.vault.open(user.totp_secret, placeOf('totp_secret', user.id));
  const step = stepOf(secret, code, work.now);
  return step !== undefined && store.spendTotp(work, user.id, step);
}

export const removeTotp = (work: Write, id: number) =>
  store.update(work, id, { totp_secret: null, totp_pending: null, totp_step: null });
