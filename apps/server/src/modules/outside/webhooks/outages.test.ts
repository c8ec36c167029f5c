import { api } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceAndSend } from '../../../../test/delivery-server.ts';
import { type OpenApp, openApp } from '../../../../test/harness.ts';
import { sharedMailboxUrl, startMailbox } from '../../../../test/mailbox.ts';
import { addAgent } from '../../../../test/people.ts';
import { CALLS_THIS_MACHINE, startReceiver } from '../../../../test/receiver.ts';
import { until } from '../../../../test/until.ts';
import { advanceClock, changeContact, subscribe, untilLogged } from '../../../../test/webhooks.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

let app: OpenApp;
beforeAll(async () => {
  app = await openApp({ ...CALLS_THIS_MACHINE, SMTP_URL: await sharedMailboxUrl() }, { background: true });
});
afterAll(() => app?.end());

type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

async function startFailing(mailbox: Mailbox) {
  const ann = await app.owner();
  const receiver = await startReceiver((response) => void response.writeHead(503).end());
  const { id } = await subscribe(ann, `${receiver.url}/hook?key=secret`);
  const watch = async () => {
    await app.run('webhooks.watch');
    await app.run('webhooks.watch');
  };
  return {
    ann,
    id,
    receiver,
    watch,
    /** One event whose four attempts fail. */
    fail: async () => {
      receiver.answering = (response) => void response.writeHead(503).end();
      await changeContact(ann);
      for (const [failures, seconds] of [10, 20, 40].entries()) {
        await untilLogged(ann, id, 'pending', failures + 1);
        await advanceAndSend(app, seconds);
      }
      await untilLogged(ann, id, 'failed', 4);
    },
    succeed: async () => {
      receiver.answering = (response) => void response.end();
      await changeContact(ann);
      await untilLogged(ann, id, 'delivered', 1);
    },
    untilMailed: (count: number) => until(() => mailbox.letters.length === count, `${count} are mailed`),
    /** Nobody was mailed: what was queued before has been sent. */
    expectQuiet: async (count: number) => {
      const [left] = await app.sql<{ count: number }>(`
        SELECT count(*)::int AS count FROM graphile_worker._private_jobs j
        JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'webhooks.send_outage'`);
      expect([left?.count, mailbox.letters.length]).toEqual([0, count]);
    },
  };
}

test('owner and admins are mailed once about a webhook that failed for three days, and again after a success', async () => {
  const mailbox = await startMailbox();
  const { ann, id, watch, fail, succeed, untilMailed, expectQuiet } = await startFailing(mailbox);
  const admin = await addAgent(app, ann, 'admin');
  await addAgent(app, ann, 'operator');
  await fail();
  advanceClock(app, 2 * DAY);
  await fail();
  await watch();
  await expectQuiet(0);
  advanceClock(app, DAY);
  await watch();
  await untilMailed(2);
  expect(mailbox.letters.map(({ to }) => to).sort()).toEqual([ann.email, admin.email].sort());
  const text = `${mailbox.letters[0]?.subject} ${mailbox.letters[0]?.text}`;
  expect(text).toMatch(new RegExp(`failed for three days.*HTTP 503.*/app/settings/developers/webhooks/${id}`, 's'));
  expect(text).not.toContain('key=secret');
  await fail();
  advanceClock(app, 4 * DAY);
  await watch();
  await expectQuiet(2);
  await succeed();
  await watch();
  advanceClock(app, HOUR);
  await fail();
  await watch();
  await expectQuiet(2);
  advanceClock(app, 3 * DAY);
  await watch();
  await untilMailed(4);
});

test('a success within the three days, or a webhook that is switched off or was changed since, is no outage', async () => {
  const mailbox = await startMailbox();
  const start = () => startFailing(mailbox);
  const [healed, paused, changed] = [await start(), await start(), await start()];
  for (const { fail } of [healed, paused, changed]) await fail();
  advanceClock(app, DAY);
  await healed.succeed();
  const update = ({ ann, id }: typeof paused, body: object) => ann.call(api.webhooks.update, { params: { id }, body });
  await update(paused, { is_active: false });
  await update(changed, { url: `${changed.receiver.url}/other` });
  advanceClock(app, 2 * DAY);
  await healed.watch();
  await healed.expectQuiet(0);
});
