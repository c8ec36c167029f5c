import { expect, test } from 'vitest';
import { ann, hostDriver } from '../../../../test/messengers/driver-host.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { tg } from './tg.ts';

test('markup that Telegram refuses is sent as plain text', async () => {
  const { send, fake } = await hostDriver(tg, await startTg());
  await send({ kind: 'text', text: 'an unparsable text', markdown: 'an **unparsable** text' }, ann);
  expect(fake.sent).toMatchObject([{ text: 'an unparsable text' }]);
});
