import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { signedIn } from '../../../../test/callers.ts';
import { startAvito } from '../../../../test/messengers/avito.ts';
import { visitAvito } from '../../../../test/messengers/avito-visit.ts';
import { fateOf, reply, startMessengerApp } from '../../../../test/messengers/messenger-app.ts';
import { until } from '../../../../test/until.ts';

test('messages that are sent at once with an expired token renew it once', async () => {
  const avito = await startAvito();
  const { id, secret } = avito.oauth.client;
  const app = await startMessengerApp([avito], { AVITO_CLIENT_ID: id, AVITO_CLIENT_SECRET: secret });
  avito.oauth.redirectUrl = `${app.publicUrl}/console-api/messengers/avito/callback`;
  const owner = await app.owner();
  const session = await signedIn(app, owner);
  const query = await visitAvito(avito, session, { id: 7_001, name: 'Shop' });
  await session(dashboard.avitoConnection.finish, { query });
  const customers = [1, 2, 3].map((number) => ({ id: `80${number}`, name: `Ann ${number}` }));
  for (const each of customers) await avito.write(each, { text: 'Hello' });
  const chats = await until(async () => {
    const { data } = (await owner.call(api.chats.list)).data;
    return data.length === customers.length && data;
  }, 'all have a chat');
  app.clock.now = app.clock.now.add({ hours: 25 });
  const sent = await Promise.all(chats.map((chat) => reply(owner, chat.id, { body: 'Hi' })));
  for (const each of sent) await fateOf(owner, each, 'sent');
  expect(avito.sent).toHaveLength(3);
  expect(avito.calls.filter(({ json }) => json?.grant_type === 'refresh_token')).toHaveLength(1);
});
