import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAi, addAiChat, shareAi } from '../../../../test/answering.ts';
import { addRules } from '../../../../test/knowledge-answers.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addConnectedAgent } from '../../../../test/people.ts';

const shared = shareAi();

async function start(given: Parameters<typeof addAi>[1] = {}) {
  const { app, vendor } = shared();
  const ann = await app.owner();
  await addAi(ann, given);
  const rules = await addRules(ann, ['We open at nine.', 'Closed on Sunday, open on Monday.']);
  const ask = async (text = 'When do you open?') => (await addAiChat(app, ann, text)).settled();
  return { app, vendor, ann, rules, ask };
}

/** Oldest first. */
async function usageOf({ call }: Owner) {
  const { data } = (await call(api.kb.listRules)).data;
  return data.toReversed().map(({ used_30d, last_used_at }) => [used_30d, last_used_at] as const);
}

const age = ({ app, ann }: Pick<Awaited<ReturnType<typeof start>>, 'app' | 'ann'>, days: number) =>
  app.sql(`UPDATE ai_turns SET created_at = '${app.clock.now}'::timestamptz - interval '${days} days'
    WHERE widget_id = ${ann.widgetId}`);

test('rules know of how many replies of the last 30 days they were a source, and when last', async () => {
  const started = await start();
  const { app, ann, ask } = started;
  expect(await usageOf(ann)).toEqual([
    [0, null],
    [0, null],
  ]);
  await ask();
  await age(started, 29);
  const [turn] = await ask();
  await app.run('knowledge.count-uses');
  const used = [2, turn?.created_at];
  expect(await usageOf(ann)).toEqual([used, used]);
  await age(started, 31);
  await ask();
  await app.run('knowledge.count-uses');
  expect((await usageOf(ann)).map(([replies]) => replies)).toEqual([1, 1]);
});

test('a rule that is no longer used keeps when it last was, and counts nothing', async () => {
  const started = await start();
  const { app, ann, ask } = started;
  const [turn] = await ask();
  await app.run('knowledge.count-uses');
  await age(started, 31);
  await app.run('knowledge.count-uses');
  expect(await usageOf(ann)).toEqual([
    [0, turn?.created_at],
    [0, turn?.created_at],
  ]);
});

test('drafts count, and so does what was shown with a handover; answers that nobody saw do not', async () => {
  const { app, vendor, ann, ask } = await start();
  await addConnectedAgent(app, ann);
  vendor.usual = { text: 'At nine. [KEY_TO_OPERATOR]' };
  expect(await ask()).toMatchObject([{ outcome: 'escalated', message_id: expect.any(Number) }]);
  vendor.usual = { text: '[KEY_TO_OPERATOR]' };
  expect(await ask()).toMatchObject([{ outcome: 'escalated', message_id: null }]);
  await app.run('knowledge.count-uses');
  expect((await usageOf(ann)).map(([replies]) => replies)).toEqual([1, 1]);
  vendor.usual = {};
  await ann.call(api.aiSettings.update, { body: { shadow_mode: true } });
  expect(await ask()).toMatchObject([{ outcome: 'drafted' }]);
  await app.run('knowledge.count-uses');
  expect((await usageOf(ann)).map(([replies]) => replies)).toEqual([2, 2]);
});

test('a rule that was deleted is not counted, and what is counted changes no rule otherwise', async () => {
  const { app, ann, rules, ask } = await start();
  await ask();
  await ann.call(api.kb.removeRule, { params: { id: rules[0] ?? 0 } });
  const read = async () => (await ann.call(api.kb.readRule, { params: { id: rules[1] ?? 0 } })).data;
  const before = await read();
  await app.run('knowledge.count-uses');
  expect(await read()).toEqual({ ...before, used_30d: 1, last_used_at: expect.any(String) });
});
