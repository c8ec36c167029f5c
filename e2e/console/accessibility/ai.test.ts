import { api } from '@parley/contract';
import { test } from 'vitest';
import { openConsole } from '../../../apps/server/test/console.ts';
import type { TestApp } from '../../../apps/server/test/harness.ts';
import type { Owner } from '../../../apps/server/test/owners.ts';
import { LOOKS, openHeading, startTeam, WIDE, walkOnce } from './axe.ts';

/** Pages of the AI, each with something in it. */
async function aiScreens(app: TestApp, ann: Owner): Promise<[path: string, heading: string][]> {
  const body = { name: 'Support', persona: 'You are Ada.', is_default: true };
  const assistant = (await ann.call(api.aiAssistants.create, { body })).data;
  const operator = (await ann.call(api.aiOperators.create, { body: { assistant_id: assistant.id, name: 'Ada' } })).data;
  const key = { provider: 'openai', api_key: 'sk-example', model: 'gpt-5-mini' } as const;
  const spare = (await ann.call(api.aiCredentials.create, { body: { ...key, is_active: false } })).data;
  const first = (await ann.call(api.aiCredentials.create, { body: { ...key, backup_credential_id: spare.id } })).data;
  const bot = (await ann.call(api.externalOperators.create, { body: { name: 'Robo', url: 'https://1.1.1.1/bot' } }))
    .data;
  await ann.call(api.aiSettings.update, { body: { enabled: true, takeover_timeout_sec: 60 } });
  await app.sql(`INSERT INTO ai_alerts (widget_id, kind, subject, detail, credential_id, operator_id, count, created_at, last_at)
    VALUES (${ann.widgetId}, 'provider_failed', 'x', 'rate_limited', ${first.id}, ${operator.id}, 3, now(), now())`);
  await app.sql(`INSERT INTO ai_usage (widget_id, date, assistant_id, model, purpose, calls, failures, input_tokens, output_tokens, cost_usd_micro)
    SELECT ${ann.widgetId}, current_date - day, ${assistant.id}, 'gpt-5-mini', 'reply', 9, 1, 4500000, 900, 1200 FROM generate_series(0, 9) AS day`);
  const ruleId = await addKnowledge(app, ann);
  return [
    ['', 'AI answers visitors'],
    ['/operators', 'Operators'],
    [`/operators/${operator.id}`, 'Ada'],
    ['/assistants', 'Assistants'],
    [`/assistants/${assistant.id}`, 'Support'],
    ['/credentials', 'Credentials'],
    [`/credentials/${first.id}`, 'OpenAI · gpt-5-mini'],
    ['/external-operators', 'External operators'],
    [`/external-operators/${bot.public_id}`, 'Robo'],
    ['/external-operators/new', 'New external operator'],
    ['/phrases', 'Phrases'],
    ['/alerts', 'Alerts'],
    ['/usage', 'Usage'],
    ['/knowledge', 'Knowledge'],
    ['/knowledge/sources', 'Knowledge'],
    ['/knowledge/files', 'Knowledge'],
    ['/knowledge/site', 'Knowledge'],
    ['/knowledge/try', 'Knowledge'],
    [`/knowledge/rules/${ruleId}`, 'Rule'],
  ];
}

/** A rule that a crawl wrote, and a document that could not be read. As SQL: nothing here embeds texts. */
async function addKnowledge(app: TestApp, { widgetId }: Owner) {
  const [rule] = await app.sql<{ id: number }>(`
    WITH rule AS (
      INSERT INTO kb_rules (widget_id, content, hash, doc_id, source, source_label, source_ref, source_is_managed, token_count, created_at, updated_at)
      VALUES (${widgetId}, 'We open at nine.', '\\x00', 'hours', 'crawler', 'example.com', 'https://example.com/', true, 4, now(), now())
      RETURNING widget_id, id
    ) INSERT INTO kb_words (widget_id, rule_id, words, counts, length)
    SELECT widget_id, id, '{}', '{}', 0 FROM rule RETURNING rule_id AS id`);
  await app.sql(`
    INSERT INTO kb_uploads (widget_id, name, type, size, status, reason, created_at, updated_at)
    VALUES (${widgetId}, 'prices.pdf', 'pdf', 120000, 'failed', 'encrypted', now(), now());
    INSERT INTO kb_crawlers (widget_id, url, max_pages, max_depth, include, exclude, delay_ms, schedule)
    VALUES (${widgetId}, 'https://example.com/', 200, 5, '{}', '{/blog/*}', 250, 'weekly');
    INSERT INTO kb_crawl_runs (widget_id, status, trigger, start_url, site, queued_at, started_at, finished_at, pages_found, pages_fetched, pages_changed, rules_created)
    VALUES (${widgetId}, 'done', 'manual', 'https://example.com/', 'https://example.com', now(), now(), now(), 3, 1, 1, 1)`);
  return rule?.id ?? 0;
}

const walkAi = walkOnce(async (stop) => {
  const { app, ann } = await startTeam();
  const { page } = await openConsole(app, ann, '/app/ai', WIDE);
  const dialog = page.getByRole('dialog');
  await page.getByRole('heading', { name: 'Set up AI in three steps' }).waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Enter the key.').waitFor();
  await stop(page, 'the setup');
  await openHeading(page, `${app.address}/app/ai/knowledge`, 'Knowledge');
  await page.getByRole('heading', { name: 'Give the AI something to answer from' }).waitFor();
  await stop(page, 'an empty knowledge base');
  await openHeading(page, `${app.address}/app/ai/usage`, 'Usage');
  const screens = await aiScreens(app, ann);
  await page.reload();
  for (const [path, heading] of screens) {
    await openHeading(page, `${app.address}/app/ai${path}`, heading);
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
    if (path === '/knowledge/site') await page.getByRole('button', { name: 'Advanced' }).click();
    await stop(page, `ai${path}`);
    if (!path.startsWith('/assistants/')) continue;
    await page.getByLabel('Persona', { exact: true }).fill('You are Ada, who is kind.');
    await page.getByRole('button', { name: 'Review and save' }).click();
    await dialog.waitFor();
    await stop(page, 'what changes in a persona');
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
  }
});

test.each(LOOKS)('axe finds nothing in the pages of the AI, %s', walkAi);
