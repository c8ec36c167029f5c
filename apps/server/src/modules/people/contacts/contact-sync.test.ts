import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addVisitor } from '../../../../test/callers.ts';
import { listEvents } from '../../../../test/events.ts';
import { startApp } from '../../../../test/harness.ts';

async function startVisitor() {
  const app = await startApp();
  const ann = await app.owner();
  const { call } = await addVisitor(app, ann);
  const params = { button_guid: ann.buttonGuid };
  let seen = 0;
  return {
    app,
    ann,
    set: (widget_api_contact_sync: boolean | null, owner = ann) =>
      owner.call(api.widget.updateSettings, { body: { widget_api_contact_sync } }),
    introduce: (via: 'form' | 'api', body: object) =>
      call(site.visitor.updateContact, { params, query: { via }, body }),
    /** Events emitted since the last call. */
    heard: async () => {
      const all = await listEvents(app, ann);
      const news = all.slice(seen).map(({ type }) => type);
      seen = all.length;
      return news.filter((type) => type !== 'client.created');
    },
  };
}

test('details from a site script emit contact.updated only with widget_api_contact_sync', async () => {
  const { set, introduce, heard } = await startVisitor();
  expect((await introduce('api', { name: 'Ira' })).status).toBe(200);
  expect(await heard()).toEqual(['visitor.lead']);
  expect(await set(true)).toMatchObject({ status: 200, data: { widget_api_contact_sync: true } });
  expect((await introduce('api', { phone: '123' })).status).toBe(200);
  expect(await heard()).toEqual(['contact.updated']);
  for (const off of [false, null]) {
    await set(off);
    await introduce('api', { phone: '124' });
    expect(await heard()).toEqual([]);
  }
});

test("details from a form are always emitted, and another widget's setting does not matter", async () => {
  const { app, set, introduce, heard } = await startVisitor();
  await set(true, await app.owner());
  await introduce('form', { name: 'Ira' });
  expect(await heard()).toEqual(['contact.updated', 'visitor.lead']);
  await introduce('api', { phone: '123' });
  expect(await heard()).toEqual([]);
});
