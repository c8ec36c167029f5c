import { fileURLToPath } from 'node:url';
import { api, type InvitationRule, type InvitationVisit } from '@parley/contract';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { withToken } from '../../apps/server/test/callers.ts';
import { addRule } from '../../apps/server/test/smart-invitations.ts';
import { startWidget, visit } from '../../apps/server/test/widget.ts';

const VISITS = 300;
/** Fewer than a token may make a minute. */
const CALLS = 50;

const EVALUATOR = fileURLToPath(new URL('../../packages/invitations/src/index.ts', import.meta.url));

/** As widget and console have it, as a global of a page. */
async function bundleEvaluator() {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry: EVALUATOR, formats: ['iife'], name: 'evaluator' } },
  });
  return (built as Rolldown.RolldownOutput[])[0]?.output[0].code ?? '';
}

/** Numbers that are the same in every run. */
function createRandom() {
  let seed = 29;
  const next = () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return seed / 2 ** 32;
  };
  const upTo = (most: number) => Math.floor(next() * (most + 1));
  return {
    upTo,
    isSo: (share: number) => next() < share,
    pick: <T>(given: readonly T[]) => given[upTo(given.length - 1)] as T,
  };
}

const when = (field: string, op: string, value: unknown) => ({ conditions: { items: [{ field, op, value }] } });
const HOURS = { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' };

const RULES = [
  { trigger: { type: 'exit' }, priority: 10, ...when('path', 'starts_with', '/cart') },
  { trigger: { type: 'event', name: 'help' }, priority: 20, when: 'online' },
  { trigger: { type: 'idle', seconds: 60 }, priority: 30, schedule: HOURS, frequency: { per: 'day', max: 1 } },
  { trigger: { type: 'scroll', percent: 60 }, priority: 40, ...when('path', 'matches', '/каталог/*чай*') },
  { trigger: { type: 'time', seconds: 30 }, priority: 50, ...when('utm_source', 'is', 'Mail') },
  {
    trigger: { type: 'time', seconds: 20 },
    priority: 60,
    ...when('country', 'in', ['DE', 'AT']),
    frequency: { per: 'week' },
  },
  { trigger: { type: 'time', seconds: 20 }, priority: 60, ...when('language', 'not_in', ['en']) },
  { trigger: { type: 'time', seconds: 10 }, priority: 70, schedule: { days: [5, 6], from: '22:00', to: '06:00' } },
  { trigger: { type: 'time', seconds: 10 }, priority: 80, when: 'offline', frequency: { per: 'ever', max: 2 } },
  {
    trigger: { type: 'time', seconds: 5 },
    priority: 90,
    ...when('visits', 'gte', 3),
    starts_at: '2026-11-18T00:00:00+03:00',
  },
  { trigger: { type: 'time', seconds: 5 }, priority: 95, ...when('param.size', 'contains', 'x'), enabled: false },
  { trigger: { type: 'time', seconds: 0 }, frequency: { per: 'page', max: 1 }, ends_at: '2026-11-22T00:00:00+03:00' },
];

const URLS = [
  '',
  'cart',
  'cart/pay?utm_source=mail',
  '%D0%BA%D0%B0%D1%82%D0%B0%D0%BB%D0%BE%D0%B3/%D1%87%D0%B0%D0%B9',
  '?size=XL&utm_source=MAIL',
];
const START = Date.parse('2026-11-17T00:00:00Z');
const WEEK_S = 7 * 86_400;

function makeVisit(ruleIds: number[], { upTo, isSo, pick }: ReturnType<typeof createRandom>): InvitationVisit {
  const at = START + upTo(WEEK_S) * 1_000;
  const seconds = upTo(120);
  const past = () => ({
    rule_id: pick(ruleIds),
    at: new Date(at - upTo(isSo(0.5) ? 200 : WEEK_S) * 1_000).toISOString(),
    dismissed: isSo(0.1),
  });
  return {
    url: `https://shop.example/${pick(URLS)}`,
    referrer: isSo(0.5) ? 'https://search.example/' : '',
    title: 'Shop',
    language: pick(['en', 'ru', 'de-AT', null]),
    country: pick(['DE', 'at', 'US', null]),
    device: pick(['desktop', 'desktop', 'tablet', 'mobile']),
    visits: 1 + upTo(4),
    pages: 1 + upTo(4),
    seconds_on_page: seconds,
    seconds_on_site: seconds + upTo(300),
    scroll_percent: upTo(100),
    idle_seconds: upTo(seconds),
    exit: isSo(0.3),
    event: isSo(0.3) ? 'help' : null,
    online: isSo(0.6),
    known: isSo(0.3),
    chatted: isSo(0.3),
    chatting: isSo(0.05),
    at: new Date(at).toISOString(),
    shown: isSo(0.6) ? Array.from({ length: upTo(3) }, past) : [],
  };
}

test('300 visits are judged alike in Chromium and by the server', async () => {
  const { app, owner, tag } = await startWidget();
  for (const rule of RULES) await addRule(owner, rule);
  const { rules } = (await owner.call(api.smartInvitations.list)).data;
  const random = createRandom();
  const ids = rules.map(({ id }: InvitationRule) => id);
  const visits = Array.from({ length: VISITS }, () => makeVisit(ids, random));

  const onServer: unknown[] = [];
  let call = owner.call;
  for (const [index, each] of visits.entries()) {
    if (index % CALLS === 0) call = await withToken(app, owner);
    const { shows, rules: judged } = (await call(api.smartInvitations.simulate, { body: { visit: each } })).data;
    onServer.push({ shows, rules: judged });
  }

  const { page } = await visit(tag, { isFirst: true });
  await page.evaluate(`${await bundleEvaluator()}; window.judge = evaluator.judge`);
  const timezone = 'Europe/Moscow';
  const zoned = rules.map((rule: InvitationRule) => ({
    ...rule,
    schedule: rule.schedule && { ...rule.schedule, timezone },
  }));
  const inBrowser = await page.evaluate(
    `${JSON.stringify(visits)}.map((visit) => judge(visit, ${JSON.stringify(zoned)}, 0))`,
  );
  expect(inBrowser).toEqual(onServer);
  const reasons = new Set(
    (onServer as { rules: { why: string | null }[] }[]).flatMap(({ rules: judged }) => judged.map(({ why }) => why)),
  );
  expect([...reasons].toSorted()).toEqual(
    [
      'chatting',
      'conditions',
      'dates',
      'disabled',
      'dismissed',
      'frequency',
      null,
      'priority',
      'schedule',
      'trigger',
      'when',
    ].toSorted(),
  );
});
