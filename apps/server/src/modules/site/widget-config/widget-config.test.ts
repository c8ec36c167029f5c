import { api, locales, site, stickers } from '@parley/contract';
import { expect, test } from 'vitest';
import { anonymousCaller } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import { startMailbox } from '../../../../test/mailbox.ts';
import { addAgent } from '../../../../test/people.ts';
import { addRule } from '../../../../test/smart-invitations.ts';

async function startWidget() {
  const app = await startApp();
  const ann = await app.owner();
  const params = { button_guid: ann.buttonGuid };
  return {
    app,
    ann,
    read: async () => (await anonymousCaller(app)(site.visitor.readConfig, { params })).data,
    set: (body: object) => ann.call(api.widget.updateSettings, { body }),
  };
}

test('settings that the owner left unset have defaults', async () => {
  const { ann, read } = await startWidget();
  const everyScreen = {
    position: 'bottom-right',
    launcher_size: 60,
    launcher_x: 20,
    launcher_y: 20,
    chat_x: 0,
    chat_y: 0,
    reveal_seconds: 1,
    auto_open_seconds: 0,
    show_signature: true,
    show_logo: true,
  };
  const unwritten = { source: null, translations: {} };
  expect(await read()).toEqual({
    button_guid: ann.buttonGuid,
    revision: 1,
    api_enabled: true,
    domains: [],
    tracking: false,
    look: {
      skin: 'classic',
      scheme: 'auto',
      accent: '#0f5e5a',
      on_accent: '#fff',
      accent_on_light: '#0f5e5a',
      accent_on_dark: '#9abbba',
      background: null,
      header_align: 'left',
      capsule_title: null,
      capsule_subtitle: null,
      icon: 'chat',
      icon_motion: '0',
      operators: 'all',
      show_avatars: true,
      show_tabs: true,
      show_languages: true,
    },
    desktop: everyScreen,
    mobile: everyScreen,
    languages: { default: 'ru', supported: locales, fallback: 'en' },
    texts: { name: unwritten, signature: unwritten, greeting: unwritten, consent: unwritten },
    quick_phrases: {},
    people: [{ id: ann.agentId, type: 'human', name: 'Ann', names: {}, avatar_url: null, in_header: true }],
    intro_form: null,
    consent: null,
    offline_form: true,
    office_hours: null,
    sound: true,
    mail_replies: false,
    marketing_consent: null,
    transcript: true,
    messengers: [],
    invitations: null,
    stickers,
    limits: { message_characters: 10_000, file_bytes: 10_485_760 },
    online: false,
  });
});

test("the owner's settings are included and raise the revision", async () => {
  const { ann, read, set } = await startWidget();
  const changes = {
    skin: 'capsule',
    capsule_title: 'Talk to us',
    accent_color: '#aa3300',
    color_scheme: 'dark',
    chat_bg: 'dots',
    widget_header_align: 'center',
    widget_show_tabs_bar: false,
    widget_greeting: 'Hello',
    widget_text_translations: { widget_greeting: { de: 'Guten Tag' } },
    widget_default_language: 'auto',
    visitor_tracking: true,
    sound_enabled: false,
    offline_form_enabled: false,
    transcript_mail_enabled: false,
  };
  expect(await set(changes)).toMatchObject({ status: 200 });
  await ann.call(api.widget.setQuickPhrases, { body: { quick_phrases: { en: ['Where is my order?'] } } });
  expect(await read()).toMatchObject({
    revision: 3,
    tracking: true,
    look: {
      skin: 'capsule',
      capsule_title: 'Talk to us',
      accent: '#aa3300',
      scheme: 'dark',
      background: 'dots',
      header_align: 'center',
      show_tabs: false,
    },
    languages: { default: 'auto' },
    texts: { greeting: { source: 'Hello', translations: { de: 'Guten Tag' } } },
    quick_phrases: { en: ['Where is my order?'] },
    sound: false,
    offline_form: false,
    transcript: false,
  });
});

test('each screen size has its own placement', async () => {
  const { read, set } = await startWidget();
  const position = 'service-position-widget-in-page-top-left';
  await set({ device_profiles: { enabled: true, desktop: { launcher_size_px: 60 }, mobile: { position } } });
  expect(await read()).toMatchObject({
    desktop: { launcher_size: 60, position: 'bottom-right', reveal_seconds: 0 },
    mobile: { launcher_size: 100, position: 'top-left' },
  });
});

test('the intro form asks for the fields the owner chose', async () => {
  const { read, set } = await startWidget();
  await set({ intro_form_enabled: true, intro_form_phone: 'required' });
  expect((await read()).intro_form).toEqual({ name: 'optional', email: 'required', phone: 'required' });
});

test('consent is asked with or without an intro form', async () => {
  const { read, set } = await startWidget();
  await set({ consent_text: 'I agree' });
  const config = await read();
  expect(config).toMatchObject({ intro_form: null, consent: { url: null } });
  expect(config.texts.consent.source).toBe('I agree');
  await set({ consent_text: null, consent_url: 'https://shop.example/privacy', intro_form_enabled: true });
  expect((await read()).consent).toEqual({ url: 'https://shop.example/privacy' });
});

test("office hours are in the account's time zone, Monday first", async () => {
  const { app, ann, read, set } = await startWidget();
  await app.sql(`UPDATE accounts SET timezone = 'Asia/Tokyo' WHERE id = ${ann.accountId}`);
  await set({ office_hours: { mon: ['09:00', '18:00'], sun: null } });
  expect((await read()).office_hours).toEqual({
    timezone: 'Asia/Tokyo',
    days: [{ from: '09:00', to: '18:00' }, null, null, null, null, null, null],
  });
});

test('people are the agents who may answer, those in the header first, without surnames', async () => {
  const { app, ann, read } = await startWidget();
  const [bob, banned] = [await addAgent(app, ann, 'operator'), await addAgent(app, ann, 'operator')];
  const foreign = await app.owner();
  await app.sql(`UPDATE users SET surname = 'Smith'
    WHERE id IN (SELECT user_id FROM agents WHERE widget_id = ${ann.widgetId})`);
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${banned.agentId}`);
  await app.sql(`UPDATE agents SET show_in_header = false WHERE id = ${ann.agentId}`);
  await app.sql(`INSERT INTO agents (widget_id, account_id, type, role, created_at)
    VALUES (${ann.widgetId}, ${ann.accountId}, 'ai', 'operator', now())`);
  const { people } = await read();
  expect(people).toEqual([
    { id: bob.agentId, type: 'human', name: 'Bob', names: {}, avatar_url: null, in_header: true },
    { id: ann.agentId, type: 'human', name: 'Ann', names: {}, avatar_url: null, in_header: false },
  ]);
  expect(people.map(({ id }) => id)).not.toContain(foreign.agentId);
});

test('text on the accent and the accent as text are legible, whatever colour the owner chose', async () => {
  const { set, read } = await startWidget();
  for (const [accent_color, on_accent, accent_on_light, accent_on_dark] of [
    ['#000000', '#fff', '#000000', '#b3b3b3'],
    ['#ffffff', '#000', '#6b6b6b', '#ffffff'],
    ['#FFE14D', '#000', '#7a6c25', '#FFE14D'],
    ['#1d4ed8', '#fff', '#1d4ed8', '#9cb1ee'],
    ['#22c55e', '#000', '#167e3c', '#38cb6e'],
  ]) {
    await set({ accent_color });
    expect((await read()).look).toMatchObject({ accent: accent_color, on_accent, accent_on_light, accent_on_dark });
  }
});

test('replies by e-mail are promised only if they are on and a mail server is set', async () => {
  const { url } = await startMailbox();
  for (const smtpUrl of [undefined, url]) {
    const app = await startApp(smtpUrl ? { SMTP_URL: smtpUrl } : {});
    const ann = await app.owner();
    const promises = async () =>
      (await anonymousCaller(app)(site.visitor.readConfig, { params: { button_guid: ann.buttonGuid } })).data
        .mail_replies;
    expect(await promises()).toBe(false);
    await ann.call(api.widget.updateSettings, { body: { unseen_reply_mail: true } });
    expect(await promises()).toBe(smtpUrl !== undefined);
  }
});

test('the script of invitations is named once a rule is enabled, and no longer when none is', async () => {
  const { app, ann, read } = await startWidget();
  const rule = await addRule(ann, { enabled: false });
  expect((await read()).invitations).toBeNull();
  await rule.setEnabled(true);
  const { revision, invitations } = await read();
  expect(invitations).toEqual({ revision, file: expect.stringMatching(/^invitations-[\w-]+\.js$/) });
  expect(await app.http.inject(`/widget/${invitations?.file}`)).toMatchObject({ statusCode: 200 });
  const script = await app.http.inject(`/w/${ann.buttonGuid}.js`);
  expect(script.body).toContain(`"invitations":${JSON.stringify(invitations)}`);
  await rule.remove();
  expect((await read()).invitations).toBeNull();
});
