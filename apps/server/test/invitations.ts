import { hash, randomUUID } from 'node:crypto';
import type { Letter } from '../src/infra/mail/read-mail.ts';
import type { TestApp } from './harness.ts';
import type { Owner } from './owners.ts';

/** Enough seats for any test. */
export async function addSeats(app: TestApp, { accountId }: Owner, seats = 1_000) {
  await app.sql(`UPDATE accounts SET seats = ${seats} WHERE id = ${accountId}`);
}

/** A new invitation, as if its mail had been sent. */
export async function addInvitation(app: TestApp, owner: Owner, email = `${randomUUID()}@example.test`) {
  await addSeats(app, owner);
  const token = randomUUID();
  const now = app.clock.now.toString();
  const [made] = await app.sql<{ id: number }>(`
    INSERT INTO agent_invitations (widget_id, account_id, email, token_hash, sent_at, created_at, expires_at)
    VALUES (${owner.widgetId}, ${owner.accountId}, '${email}', decode('${hash('sha256', token)}', 'hex'),
      '${now}', '${now}', '${now}'::timestamptz + interval '7 days') RETURNING id::int`);
  return { id: made?.id as number, token, email };
}

/** The link in an invitation mail. */
export function invitationLink({ text }: Pick<Letter, 'text'>) {
  const [link = '', token = ''] = /https?:\/\/\S+\/app\/invitation#([\w-]+)/.exec(text) ?? [];
  return { link, token };
}
