import { api } from '@parley/contract';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withToken } from '../../../test/callers.ts';
import { type OpenApp, type Owner, openApp } from '../../../test/harness.ts';

// What the schema resource says is held against what a change is answered with: neither may know more than the other.

const { readSettings, readSettingsSchema, updateSettings } = api.widget;

const WRITABLE = Object.keys(updateSettings.body.properties);
const READ_ONLY = [
  ...['widget_id', 'api_enabled', 'widget_language_policy_revision', 'widget_translation_revision'],
  ...['widget_translation_status', 'updated_at'],
];
/** Their rules go beyond one value: they may refuse what their schema takes. */
const TIED = ['widget_supported_languages', 'widget_text_translations', 'office_hours', 'icon_preset'];

type Description = Awaited<ReturnType<typeof describeFields>>['fields'][string];

let app: OpenApp;
let fields: Record<string, Description>;
beforeAll(async () => {
  app = await openApp();
  ({ fields } = await describeFields());
});
afterAll(() => app.end());

async function describeFields() {
  return (await (await app.owner()).call(readSettingsSchema)).data;
}

const fieldOf = (name: string) => fields[name] as Description;

const owners = new Map<string, Promise<Owner>>();

/** Says of one field whether a value is taken, in a widget where no other is ever set. */
async function startField(name: string) {
  const owner = await owners.getOrInsertComputed(name, () => app.owner());
  const call = await withToken(app, owner);
  return async (value: unknown) => {
    const { status, problem } = await call(updateSettings, { body: { [name]: value } });
    if (status === 422) expect(Object.keys(problem.errors ?? {}).map((path) => path.split('.')[0])).toContain(name);
    else expect([value, status]).toEqual([value, 200]);
    return status === 200;
  };
}

/** Values around whatever the field says, and some of every type. */
function candidatesOf({ enum: values = [], minimum = 0, maximum = 100, max_length = 50, ...field }: Description) {
  return [
    ...[
      null,
      true,
      false,
      0,
      1,
      -1,
      20.5,
      1e6,
      '',
      ' ',
      'x',
      '0',
      '1',
      '20',
      '20.5',
      'en',
      'auto',
      '#0f5e5a',
      '#12345',
    ],
    ...[[], {}, ['en'], ['xx'], { surprise: 1 }, { mon: null }, { widget_name: { en: 'Shop' } }, { enabled: true }],
    ...[minimum, maximum, minimum - 1, maximum + 1, String(maximum), String(maximum + 1)],
    ...['x'.repeat(max_length), 'x'.repeat(max_length + 1), 'https://shop.example.com/', 'http://shop.example.com/'],
    ...values.slice(-2).flatMap((value) => [value, `${value}x`, [value]]),
    ...[field.default, field.effective_default],
  ];
}

test('describes every setting that is answered and none besides; six of them can only be read', async () => {
  const { schema_version } = await describeFields();
  const settings = (await (await app.owner()).call(readSettings)).data;
  expect(schema_version).toBe(1);
  expect(Object.keys(fields).sort()).toEqual(Object.keys(settings).sort());
  const readOnly = Object.keys(fields).filter((name) => fieldOf(name).readonly);
  expect(readOnly.sort()).toEqual([...READ_ONLY].sort());
  expect(WRITABLE.length).toBeGreaterThan(40);
});

test('default is what is answered while nothing is set', async () => {
  const settings: Record<string, unknown> = (await (await app.owner()).call(readSettings)).data;
  const written = WRITABLE.map((name) => [name, fieldOf(name).default]);
  expect(written).toEqual(WRITABLE.map((name) => [name, settings[name]]));
});

describe.each(WRITABLE)('%s', (name) => {
  test('takes exactly what its rules take', async () => {
    const field = fieldOf(name);
    const isRight = new Ajv({ formats: { uri: true } }).compile(field.validation_rules as object);
    const isTaken = await startField(name);
    const seen = { taken: 0, refused: 0 };
    for (const value of candidatesOf(field)) {
      const taken = await isTaken(value);
      seen[taken ? 'taken' : 'refused'] += 1;
      if (!isRight(value)) expect({ value, taken }).toEqual({ value, taken: false });
      else if (!TIED.includes(name)) expect({ value, taken }).toEqual({ value, taken: true });
    }
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(0);
  });

  test('takes each of its values and its default, and null just when it says so', async () => {
    const { enum: values = [], nullable, ...field } = fieldOf(name);
    const isTaken = await startField(name);
    for (const value of [...values, field.default]) expect([value, await isTaken(value)]).toEqual([value, true]);
    expect(await isTaken(null)).toBe(nullable);
    expect(field.default_semantics).toBe(nullable ? 'absent' : 'normalized');
    expect(field.patch_semantics).toMatch(nullable ? /_null_removes$/ : /_null_refused$/);
  });

  test('refuses what is outside of its limits, its pattern and its types', async () => {
    const { type, pattern, minimum, maximum, max_length, min_items, max_items, ...field } = fieldOf(name);
    const isTaken = await startField(name);
    const types = [type].flat();
    const ofTypes = { string: 'no such value', integer: -7, boolean: true, array: [{}], object: { surprise: 1 } };
    const wrong: unknown[] = Object.entries(ofTypes).flatMap(([each, value]) => (types.includes(each) ? [] : [value]));
    if (minimum !== undefined) wrong.push(minimum - 1);
    if (maximum !== undefined) wrong.push(maximum + 1);
    if (max_length !== undefined) wrong.push('x'.repeat(max_length + 1));
    if (min_items) wrong.push([]);
    if (max_items !== undefined) wrong.push(Array.from({ length: max_items + 1 }, (_, at) => at));
    if (pattern) {
      const [, body = '', flags] = /^\/(.*)\/([a-z]*)$/.exec(pattern) ?? [];
      expect(new RegExp(body, flags).test('\n')).toBe(false);
      wrong.push('\n');
    }
    if (field.enum) wrong.push('no such value', 7);
    for (const value of wrong) expect([value, await isTaken(value)]).toEqual([value, false]);
  });
});

describe.each(READ_ONLY)('%s', (name) => {
  test('can not be sent, whatever its value', async () => {
    expect(fieldOf(name)).toMatchObject({
      nullable: false,
      default: null,
      default_semantics: 'computed',
      effective_default: null,
      validation_rules: { not: {} },
      patch_semantics: 'refused',
    });
    const isTaken = await startField(name);
    for (const value of [null, 1, true, 'x', {}]) expect(await isTaken(value)).toBe(false);
  });
});

test('says what the widget does while nothing is set: every toggle of what is shown is on', () => {
  const shown = WRITABLE.filter((name) => name.startsWith('widget_show_'));
  expect(shown).toHaveLength(4);
  for (const name of shown) expect(fieldOf(name)).toMatchObject({ default: null, effective_default: true });
  expect(fieldOf('skin')).toMatchObject({ type: 'string', default: null, effective_default: 'classic' });
  expect(fieldOf('widget_button_size')).toMatchObject({ type: ['integer', 'string'], effective_default: '100' });
  expect(fieldOf('device_profiles')).toMatchObject({
    patch_semantics: 'merge_null_removes',
    effective_default: { version: 1, enabled: false, mobile: { launcher_size_px: 100, launcher_reveal_delay_sec: 1 } },
  });
});

test('patterns are of PHP, with delimiters', () => {
  expect(fieldOf('accent_color').pattern).toBe('/^#[0-9a-fA-F]{6}(?!\\n)$/u');
  const patterns = Object.values(fields).flatMap(({ pattern }) => pattern ?? []);
  for (const pattern of patterns) expect(pattern).toMatch(/^\/.*\/u$/);
});

test('the pattern of a link takes what is taken', async () => {
  const ann = await app.owner();
  const pattern = new RegExp(String(fieldOf('consent_url').pattern).slice(1, -2), 'u');
  const links = ['https://shop.example', 'HTTPS://shop.example/a?b#c@d', 'http://shop.example', 'https://'];
  const odd = [
    'https://ann:secret@shop.example/',
    'https://shop.example/a b',
    'https://shop.example\\a',
    'shop.example',
  ];
  for (const consent_url of [...links, ...odd]) {
    const { status } = await ann.call(updateSettings, { body: { consent_url } });
    expect([consent_url, pattern.test(consent_url)]).toEqual([consent_url, status === 200]);
  }
});

test('what changes with the installation is looked up in a catalogue', () => {
  expect(fieldOf('skin').catalog_url).toBe('/v1/widget/skins');
  expect(fieldOf('icon_preset').catalog_url).toBe('/v1/widget/icons');
});
