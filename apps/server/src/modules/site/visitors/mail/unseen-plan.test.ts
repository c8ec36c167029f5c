import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../../test/harness.ts';
import { raw } from '../../../../infra/postgres/sql.ts';
import { claim } from './store.ts';

test('unseen replies are searched among recent chats of the few widgets that enabled the mails', async () => {
  const app = await startApp({}, { isolated: true });
  const [ann, bob] = [await app.owner(), await app.owner()];
  await ann.call(api.widget.updateSettings, { body: { unseen_reply_mail: true } });
  for (const { widgetId } of [ann, bob]) {
    await app.sql(`INSERT INTO contacts (widget_id, guid, email, created_at, updated_at)
      SELECT ${widgetId}, md5('${widgetId} ' || i), i || '@example.test', now(), now() FROM generate_series(1, 2000) AS i`);
  }
  await app.sql(`INSERT INTO chats (widget_id, contact_id, channel, source, created_at)
    SELECT widget_id, id, 'service', '{}', now() FROM contacts`);
  await app.sql(`INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity, last_seq, visitor_unread, is_live)
    SELECT widget_id, id, now(), now(), 1, 1, 1, id % 200 = 0 FROM chats`);
  await app.sql(`INSERT INTO messages (widget_id, chat_id, seq, sender, type, body, created_at)
    SELECT widget_id, id, 1, 'agent', 'text', 'hi', now() - interval '1 hour' FROM chats`);
  await app.sql('ANALYZE contacts, chats, chat_heads, messages, widget_settings');
  const statement = claim(raw('now()'), raw(500)).tokens.join('');
  const plan = await app.sql<Record<string, string>>(
    `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ${statement}`,
  );
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain('chat_heads_live');
  expect(text).not.toMatch(/Seq Scan on (chat_heads|chats|messages|contacts)/);
});
