import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import type { FakeVendor } from '../../../../test/messengers/fake-vendor.ts';
import { startMx } from '../../../../test/messengers/mx.ts';
import { begin, shareServer } from '../../../../test/messengers/outbound-server.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';
import { until } from '../../../../test/until.ts';
import { asSystem } from '../../../kernel/data/context.ts';
import { markSeen, showTyping } from './jobs.ts';

const server = shareServer();

type Chat = Awaited<ReturnType<typeof begin<FakeVendor>>>;

/** As conversations enqueue it. */
function enqueue({ app, owner, chatId }: Chat, job: typeof showTyping) {
  const { widgetId, accountId, buttonGuid } = owner;
  const tenant = { widgetId, accountId, buttonGuid };
  return app.unitOfWork.write({ tenant }, async (work) => {
    asSystem(work, tenant).enqueue(job, { widget_id: widgetId, chat_id: chatId });
  });
}

const has = ({ calls }: FakeVendor, path: RegExp, fits: (json: Record<string, unknown>) => boolean = () => true) =>
  calls.some((call) => path.test(call.path) && fits(call.json ?? {}));

test.for([
  ['tg', startTg, /sendChatAction$/],
  ['vk', startVk, /messages\.setActivity$/],
  ['mx', startMx, /\/actions$/],
] as const)('the customer sees that an agent is typing (%s)', async ([, start, path]) => {
  const chat = await begin(server(), start());
  await enqueue(chat, showTyping);
  await until(() => has(chat.fake, path), 'the vendor is told');
});

test('the customer sees that the newest message was read', async () => {
  const chat = await begin(server(), startWaCloud());
  const { fake, customer, list } = chat;
  const id = await fake.write(customer, { text: 'Are you there?' });
  await until(async () => (await list()).length === 2, 'both are here');
  await enqueue(chat, markSeen);
  await until(() => has(fake, /\/messages$/, (json) => json.status === 'read' && json.message_id === id), 'it is read');
});

test('a disconnected or rejected account is not called', async () => {
  const chat = await begin(server(), startVk());
  const { owner, fake, say, fate } = chat;
  fake.behave({ fate: 'credential_rejected' });
  await fate(await say('Hi'), 'failed');
  fake.behave({ fate: 'ok' });
  const working = await begin(server(), startTg());
  await enqueue(chat, showTyping);
  await enqueue(working, showTyping);
  await until(() => has(working.fake, /sendChatAction$/), 'the next job has run');
  await owner.call(api.messengers.disconnect, { params: { provider: 'vk' } });
  await enqueue(chat, showTyping);
  await enqueue(working, showTyping);
  const typed = () => working.fake.calls.filter(({ path }) => path.endsWith('sendChatAction')).length;
  await until(() => typed() === 2, 'the next job has run');
  expect(has(fake, /messages\.setActivity$/)).toBe(false);
});
