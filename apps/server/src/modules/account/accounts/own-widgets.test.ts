import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { signIn, startApp } from '../../../../test/harness.ts';
import { cookieAfter, withCookie } from '../../../../test/people.ts';

const { session, widgets } = dashboard;

test('an owner creates a widget with the settings of another, works in it as its owner, and only its name is new', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { call } = await signIn(app, ann);
  const quick_phrases = { en: ['Where is my order?'] };
  await ann.call(api.widget.updateSettings, { body: { accent_color: '#112233', widget_name: 'Tea' } });
  await ann.call(api.widget.setQuickPhrases, { body: { quick_phrases } });
  await app.sql(`UPDATE widget_settings SET values = values || '{"icon_preset": "custom:7"}'
    WHERE widget_id = ${ann.widgetId}`);
  const read = await call(widgets.readSettings, { params: { id: ann.widgetId } });
  expect(read.data).toMatchObject({
    settings: { accent_color: '#112233', icon_preset: null, skin: null },
    quick_phrases,
  });
  const body = { name: ' Blog ', domains: ['blog.example'], copy_from: ann.widgetId };
  const { data } = await call(widgets.create, { body });
  const switched = await call(session.update, { body: { widget_id: data.id } });
  expect(switched.data).toMatchObject({
    widget: { id: data.id, button_guid: data.button_guid, name: 'Blog', domain: 'blog.example', api_enabled: false },
    widgets: [
      { id: ann.widgetId, name: null },
      { id: data.id, name: 'Blog', role: 'owner' },
    ],
  });
  const there = withCookie(app, cookieAfter(switched));
  expect((await there(api.widget.readSettings)).data).toMatchObject({ accent_color: '#112233', icon_preset: null });
  expect((await there(api.widget.readQuickPhrases)).data).toEqual({ quick_phrases });
});

test('settings are copied within the account only', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const { call } = await signIn(app, ann);
  const body = { name: 'Blog', copy_from: bob.widgetId };
  expect(await call(widgets.create, { body })).toMatchObject({
    status: 422,
    problem: { errors: { copy_from: ['is not a widget of this account'] } },
  });
  expect(await call(widgets.readSettings, { params: { id: bob.widgetId } })).toMatchObject({ status: 404 });
});
