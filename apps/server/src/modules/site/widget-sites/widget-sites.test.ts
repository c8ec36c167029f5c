import { dashboard, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { anonymousCaller } from '../../../../test/callers.ts';
import { signIn, startApp } from '../../../../test/harness.ts';
import { allowDomains } from '../../../../test/people.ts';
import { sweep as endVisits } from '../visitors/visits/visits.ts';
import { sweep } from './service.ts';

async function start(domains = ['shop.example']) {
  const app = await startApp();
  const ann = await app.owner();
  await allowDomains(app, ann, domains);
  const { call } = await signIn(app, ann);
  const params = { button_guid: ann.buttonGuid };
  const from = (host: string) => ({ params, headers: { origin: `https://${host}` } });
  return {
    app,
    ann,
    call,
    report: (host: string) => anonymousCaller(app)(site.blockedPages.report, { ...from(host), body: { host } }),
    visit: (page: string) => anonymousCaller(app)(site.visitor.visit, { ...from(new URL(page).host), body: { page } }),
    sites: async () => (await call(dashboard.widgetSites.read)).data,
  };
}

test('pages on which the widget is not allowed are counted by host and day', async () => {
  const { app, report, sites } = await start();
  app.clock.now = Temporal.Instant.from('2026-11-18T20:59:00Z');
  for (const host of ['blog.example', 'other.example', 'blog.example']) {
    expect(await report(host)).toMatchObject({ status: 204 });
  }
  expect((await sites()).blocked).toEqual([
    { host: 'blog.example', count: 2, last_at: expect.any(String) },
    { host: 'other.example', count: 1, last_at: expect.any(String) },
  ]);
  // Midnight in Moscow, the account's time zone.
  app.clock.now = Temporal.Instant.from('2026-11-18T21:00:00Z');
  expect((await sites()).blocked).toEqual([]);
});

test('a host that is allowed, local or in a widget open to all is not counted, and disappears once allowed', async () => {
  const { app, ann, report, sites } = await start();
  for (const host of ['www.shop.example', 'localhost', 'blog.example']) await report(host);
  expect((await sites()).blocked).toMatchObject([{ host: 'blog.example' }]);
  await allowDomains(app, ann, ['shop.example', 'blog.example']);
  expect((await sites()).blocked).toEqual([]);
  await allowDomains(app, ann, []);
  await report('other.example');
  await allowDomains(app, ann, ['shop.example']);
  expect((await sites()).blocked).toMatchObject([{ host: 'blog.example', count: 1 }]);
});

test('a widget keeps at most 50 blocked hosts a day, and they are deleted after two days', async () => {
  const { app, ann, report, sites } = await start();
  await app.sql(`INSERT INTO blocked_sites (widget_id, day, host, last_at)
    SELECT ${ann.widgetId}, (now() AT TIME ZONE 'Europe/Moscow')::date, 'h' || n || '.example', now()
    FROM generate_series(1, 50) n`);
  app.clock.now = Temporal.Now.instant();
  await report('one-more.example');
  await report('h7.example');
  const { blocked } = await sites();
  expect(blocked).toHaveLength(50);
  expect(blocked[0]).toMatchObject({ host: 'h7.example', count: 2 });
  app.clock.now = app.clock.now.add({ hours: 49 });
  await app.unitOfWork.write({}, sweep);
  expect(await app.sql(`SELECT FROM blocked_sites WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
});

test('hosts with visitors are remembered after the visit has ended, except those of this server', async () => {
  const { app, visit, sites } = await start([]);
  await visit('https://shop.example/cart?x=1');
  await visit(`${app.publicUrl}/demo`);
  const seen = (await sites()).seen;
  expect(seen).toEqual([{ host: 'shop.example', seen_at: expect.any(String) }]);
  app.clock.now = app.clock.now.add({ minutes: 5 });
  await app.unitOfWork.write({}, endVisits);
  expect((await sites()).seen).toEqual(seen);
  await visit('https://shop.example/');
  const [again] = (await sites()).seen;
  expect(again?.seen_at).not.toBe(seen[0]?.seen_at);
});
