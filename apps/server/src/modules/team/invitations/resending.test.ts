import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { anonymousCaller, signedIn } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import { addSeats, invitationLink } from '../../../../test/invitations.ts';
import { startMailbox } from '../../../../test/mailbox.ts';
import { addAgent } from '../../../../test/people.ts';
import type { Letter } from '../../../infra/mail/read-mail.ts';

const { agents } = api;
const IRA = 'ira@example.test';

/** Without `SMTP_URL` there is no mail server. */
async function startTeam(env: Record<string, string> = {}) {
  const app = await startApp({ PUBLIC_URL: 'https://chat.example.test', ...env });
  const ann = await app.owner();
  const invite = () => ann.call(agents.invite, { body: { email: IRA } });
  return {
    app,
    ann,
    invite,
    resend: (id: number) => ann.call(agents.resendInvitation, { params: { id } }),
    open: async (token: string) =>
      (await anonymousCaller(app)(dashboard.agentInvitations.read, { body: { token } })).status,
  };
}

const tokenIn = (link: string | null) => invitationLink({ text: link ?? '' }).token;

test('without a mail server the inviter gets the link, once: no read returns it', async () => {
  const { ann, invite, open } = await startTeam();
  const { status, data } = await invite();
  expect(status).toBe(201);
  expect(data.link).toMatch(/^https:\/\/chat\.example\.test\/app\/invitation#[\w-]{43}$/);
  expect(await open(tokenIn(data.link))).toBe(200);
  const listed = (await ann.call(agents.listInvitations)).data;
  expect(listed.data).toEqual([{ id: data.id, email: IRA, created_at: data.created_at, expires_at: data.expires_at }]);
});

test('a resent invitation has a new link and seven more days, and the old link stops working', async () => {
  const { app, ann, invite, resend, open } = await startTeam();
  const first = (await invite()).data;
  app.clock.now = app.clock.now.add({ hours: 6 * 24 });
  const again = await resend(first.id);
  expect(again).toMatchObject({ status: 200, data: { id: first.id, email: IRA, created_at: first.created_at } });
  expect(Temporal.Instant.from(again.data.expires_at).equals(app.clock.now.add({ hours: 7 * 24 }))).toBe(true);
  expect(await open(tokenIn(first.link))).toBe(404);
  expect(await open(tokenIn(again.data.link))).toBe(200);
  expect((await ann.call(agents.listInvitations)).data.data).toHaveLength(1);
});

test('with a mail server the link is only in the mail', async () => {
  const { url, letters } = await startMailbox();
  const { invite, resend, open } = await startTeam({ SMTP_URL: url });
  const { data } = await invite();
  expect(data.link).toBeNull();
  expect((await resend(data.id)).data.link).toBeNull();
  const [first, second] = letters.map((letter) => invitationLink(letter as Letter).token);
  expect([await open(String(first)), await open(String(second))]).toEqual([404, 200]);
});

test('when resending fails, the first link still works', async () => {
  let isFull = false;
  const { url, letters } = await startMailbox({
    beforeTaking: () => {
      if (isFull) throw new Error('The disk is full');
    },
  });
  const { invite, resend, open } = await startTeam({ SMTP_URL: url });
  const { id } = (await invite()).data;
  isFull = true;
  expect(await resend(id)).toMatchObject({ status: 502, problem: { reason: 'upstream_failed' } });
  expect(await open(invitationLink(letters[0] as Letter).token)).toBe(200);
});

test('an invitation that was withdrawn, has expired or belongs to another widget is not resent', async () => {
  const { app, ann, invite, resend } = await startTeam();
  const { id } = (await invite()).data;
  const eve = await app.owner();
  expect((await eve.call(agents.resendInvitation, { params: { id } })).status).toBe(404);
  await ann.call(agents.revokeInvitation, { params: { id } });
  expect((await resend(id)).status).toBe(404);
  const old = (await invite()).data;
  app.clock.now = app.clock.now.add({ hours: 7 * 24 });
  expect((await resend(old.id)).status).toBe(404);
});

test('an operator cannot resend, an admin can', async () => {
  const { app, ann, invite } = await startTeam();
  const { id } = (await invite()).data;
  const [operator, admin] = [await addAgent(app, ann, 'operator'), await addAgent(app, ann, 'admin')];
  const resendAs = async (person: { email: string }) =>
    (await (await signedIn(app, person))(agents.resendInvitation, { params: { id } })).status;
  expect([await resendAs(operator), await resendAs(admin)]).toEqual([403, 200]);
});

test('seats are counted for the account: used, reserved by invitations and available', async () => {
  const { app, ann, invite } = await startTeam();
  const seats = async () => (await ann.call(agents.readSeats)).data;
  expect(await seats()).toEqual({ total: 5, used: 1, reserved: 0, available: 4 });
  const bob = await addAgent(app, ann, 'operator');
  await invite();
  expect(await seats()).toEqual({ total: 5, used: 2, reserved: 1, available: 2 });
  await ann.call(agents.suspend, { params: { id: bob.agentId } });
  expect(await seats()).toEqual({ total: 5, used: 1, reserved: 1, available: 3 });
  await addSeats(app, ann, 1);
  expect(await seats()).toEqual({ total: 1, used: 1, reserved: 1, available: 0 });
});
