import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../../test/call.ts';
import { startSettings } from '../../../../../test/settings.ts';

test('legacy numbers are accepted as integers or strings, and returned as strings', async () => {
  const { set, refused, read } = await startSettings();
  const ofPixels = ['widget_offset_x', 'widget_offset_y', 'widget_chat_offset_x', 'widget_chat_offset_y'];
  for (const name of ofPixels) {
    for (const given of [0, '0', 20, '20', 9_999, '9999']) {
      expect(await set({ [name]: given })).toHaveProperty(name, String(given));
    }
    for (const odd of [-1, 10_000, 20.5, '20.5', '-1', '020', '10000', '', ' 20', '20px', '1e2', true, [], {}]) {
      expect([odd, await refused({ [name]: odd })]).toEqual([odd, [name]]);
    }
  }
  expect(await read()).toMatchObject(Object.fromEntries(ofPixels.map((name) => [name, '9999'])));
});

test("the launcher's size is 50, 75 or 100; its delays are those of the profiles; each is returned as a string", async () => {
  const { set, refused } = await startSettings();
  const allowed = {
    widget_button_size: [50, 75, 100],
    widget_button_freeze: [0, 30, 60, 90, 180],
    widget_button_open: [0, 15, 30, 60, 90],
  };
  for (const [name, values] of Object.entries(allowed)) {
    for (const given of [...values, ...values.map(String)]) {
      expect(await set({ [name]: given })).toHaveProperty(name, String(given));
    }
    for (const odd of [1, 45, 99, 101, '45', 50.5, '50.0', '', true, false, [50], {}]) {
      expect([odd, await refused({ [name]: odd })]).toEqual([odd, [name]]);
    }
    expect(await set({ [name]: null })).toHaveProperty(name, null);
  }
});

test('icon_custom_animated accepts several spellings of static, spin and spiral, and returns one', async () => {
  const { set, refused } = await startSettings();
  for (const [given, answered] of [
    [false, '0'],
    [0, '0'],
    ['0', '0'],
    [true, '1'],
    [1, '1'],
    ['1', '1'],
    [2, '2'],
    ['2', '2'],
    [null, null],
  ]) {
    expect([given, await set({ icon_custom_animated: given })]).toMatchObject([
      given,
      { icon_custom_animated: answered },
    ]);
  }
  for (const odd of [3, -1, '3', '', 'true', 'false', 'spin', '01', ' 1', 1.5, [1], {}]) {
    expect([odd, await refused({ icon_custom_animated: odd })]).toEqual([odd, ['icon_custom_animated']]);
  }
});

test('each enumeration accepts its exact values only', async () => {
  const { set, refused } = await startSettings();
  const side = 'service-position-widget-in-page-';
  const choices = {
    skin: ['classic', 'minimal', 'capsule', 'liquid'],
    color_scheme: ['auto', 'light', 'dark'],
    widget_header_align: ['left', 'center', 'right'],
    widget_position: ['bottom-left', 'bottom-right', 'top-left', 'top-right'].map((corner) => side + corner),
    operators_display_mode: ['all', 'current', 'none'],
    intro_form_email: ['hidden', 'optional', 'required'],
    icon_preset: ['chat', 'bubble', 'question', 'headset', 'wave', 'spark'],
  };
  for (const [name, values] of Object.entries(choices)) {
    for (const value of values) expect(await set({ [name]: value })).toHaveProperty(name, value);
    for (const odd of ['', 'Classic', 'bottom-left', `${values[0]} `, `${values[0]}\n`, 0, true, [values[0]]]) {
      expect([name, odd, await refused({ [name]: odd })]).toEqual([name, odd, [name]]);
    }
  }
});

test('texts have a maximum length, colours six digits, and links are HTTPS', async () => {
  const { set, refused } = await startSettings();
  const longest = { widget_name: 255, widget_signature: 255, widget_greeting: 4_000, capsule_title: 120 };
  for (const [name, most] of Object.entries({
    ...longest,
    capsule_subtitle: 120,
    consent_text: 2_000,
    marketing_consent_text: 2_000,
  })) {
    for (const value of ['', 'Привет', 'x'.repeat(most), '😀'.repeat(most)]) {
      expect(await set({ [name]: value })).toHaveProperty(name, value);
    }
    for (const odd of ['x'.repeat(most + 1), 5, true, ['x'], 'a\0'])
      expect(await refused({ [name]: odd })).toEqual([name]);
  }
  for (const accent_color of ['#0f5e5a', '#ABCDEF'])
    expect(await set({ accent_color })).toMatchObject({ accent_color });
  for (const chat_bg of ['#ffffff', 'dots', 'grid', 'waves']) expect(await set({ chat_bg })).toMatchObject({ chat_bg });
  for (const odd of ['#fff', 'ffffff', '#gggggg', '#ffffff\n', 'red', '#ffffffff', '']) {
    expect(await refused({ accent_color: odd, chat_bg: odd })).toEqual(['accent_color', 'chat_bg']);
  }
  await set({ consent_url: 'https://shop.example.com/privacy?a=b' });
  for (const odd of ['http://shop.example.com', '/privacy', 'javascript:alert(1)', 'https://a:b@c.example', '']) {
    expect(await refused({ consent_url: odd })).toEqual(['consent_url']);
  }
});

test('a toggle is true or false only', async () => {
  const { set, refused } = await startSettings();
  const toggles = ['widget_show_operator_avatars', 'widget_show_tabs_bar', 'widget_show_lang_switcher'];
  for (const name of [...toggles, 'widget_show_copyright', 'visitor_tracking', 'unseen_reply_mail']) {
    for (const value of [false, true]) expect(await set({ [name]: value })).toHaveProperty(name, value);
    for (const odd of [0, 1, 'true', 'false', '', '0', []]) expect(await refused({ [name]: odd })).toEqual([name]);
  }
});

test('office hours are replaced as a whole: each day starts before it ends, and omitted days are closed', async () => {
  const { set, refused } = await startSettings();
  const closed = { mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null };
  const office = { mon: ['09:00', '18:00'], sun: ['00:00', '24:00'] };
  expect(await set({ office_hours: office })).toMatchObject({ office_hours: { ...closed, ...office } });
  expect(await set({ office_hours: { tue: ['10:00', '10:01'], wed: null } })).toMatchObject({
    office_hours: { ...closed, tue: ['10:00', '10:01'] },
  });
  for (const odd of [
    ['18:00', '09:00'],
    ['09:00', '09:00'],
    ['09:00'],
    [],
    ['24:00', '24:00'],
    ['9:00', '18:00'],
    'full',
  ]) {
    const [field] = (await refused({ office_hours: { fri: odd } })) as string[];
    expect([odd, field]).toEqual([odd, expect.stringMatching(/^office_hours\.fri(\.0)?$/)]);
  }
  expect(await refused({ office_hours: { monday: null } })).toEqual(['office_hours.monday']);
  expect(await refused({ office_hours: [] })).toEqual(['office_hours']);
  expect(await set({ office_hours: null })).toMatchObject({ office_hours: null });
});

/** The smallest valid image. */
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');

test('a custom icon must be an image uploaded for this widget', async () => {
  const { app, ann, set, refused } = await startSettings();
  const bob = await app.owner();
  const upload = async (owner: typeof ann, name: string, bytes: Uint8Array | string) =>
    (await owner.call(api.files.create, { body: new Form(name, bytes) })).data.id;
  const [mine, text, foreign] = [
    await upload(ann, 'icon.png', PNG),
    await upload(ann, 'a.txt', 'hello'),
    await upload(bob, 'icon.png', PNG),
  ];
  expect(await set({ icon_preset: `custom:${mine}` })).toMatchObject({ icon_preset: `custom:${mine}` });
  for (const id of [text, foreign, 987_654, '9'.repeat(16), '9'.repeat(17), '0', '01', '', 'x']) {
    expect([id, await refused({ icon_preset: `custom:${id}` })]).toEqual([id, ['icon_preset']]);
  }
});
