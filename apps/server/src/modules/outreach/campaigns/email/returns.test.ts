import { api } from '@parley/contract';
import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { addSubscribers, sendCampaign } from '../../../../../test/campaigns.ts';
import { startApp } from '../../../../../test/harness.ts';
import { startMailbox } from '../../../../../test/mailbox.ts';
import { outlookComplaint, postfixBounce } from '../../../../../test/returned-mails.ts';
import { freePort } from '../../../../../test/scratch-cluster.ts';

const { contacts, suppressions } = api;
const IRA = 'ira@example.test';

test.each([
  ['a bounce', () => postfixBounce({ to: IRA }), { bounced: 1, sent: 0, complained: 0 }, 'bounced', true],
  ['a complaint', () => outlookComplaint(), { bounced: 0, sent: 1, complained: 1 }, 'complained', false],
] as const)(
  '%s that comes back later is counted, and the address suppressed',
  async (_, raw, counts, reason, consent) => {
    const senders: string[] = [];
    const { url: SMTP_URL } = await startMailbox({ beforeSender: (address) => void senders.push(address) });
    const MAIL_IN_PORT = String(await freePort());
    const returns = { MAIL_IN_PORT, MAIL_IN_DOMAIN: 'returns.example.test' };
    const app = await startApp({ SMTP_URL, ...returns }, { background: true, isolated: true });
    const ann = await app.owner();
    const [ira] = await addSubscribers(ann, [IRA]);
    const campaign = await sendCampaign(ann);
    const transport = createTransport({ host: '127.0.0.1', port: Number(MAIL_IN_PORT), ignoreTLS: true });
    await transport.sendMail({ envelope: { from: '', to: senders[0] ?? '' }, raw: raw() });
    expect((await campaign.read()).counts).toMatchObject(counts);
    expect((await ann.call(suppressions.list)).data.data).toMatchObject([{ channel: 'email', reason }]);
    expect((await ann.call(contacts.read, { params: { id: ira?.id } })).data.email_consent).toBe(consent);
  },
);
