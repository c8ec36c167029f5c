import { api } from '@parley/contract';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signedIn } from '../../../../../test/callers.ts';
import { type OpenApp, openApp } from '../../../../../test/harness.ts';

// Compares the schema with what updates accept: they must agree.

const { readSettings, readSettingsSchema, updateSettings } = api.widget;

const WRITABLE = Object.keys(updateSettings.body.properties);
const READ_ONLY = [
  ...['widget_id', 'api_enabled', 'widget_language_policy_revision', 'widget_translation_revision'],
  ...['widget_translation_status', 'updated_at'],
];
/** Rules across settings may refuse what the schema accepts. */
const TIED = ['widget_supported_languages', 'widget_text_translations', 'office_hours', 'icon_preset'];
/** These depend on each other, so each gets its own widget. */
const ALONE = WRITABLE.filter((name) => TIED.includes(name) || name.includes('language'));

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

/** By field and value, as JSON. */
let verdicts: Promise<Map<string, Map<string, boolean>>> | undefined;

/** Whether a tried value of a field is accepted. */
async function isTaken(name: string, value: unknown) {
  verdicts ??= judgeAll();
  const taken = (await verdicts).get(name)?.get(JSON.stringify(value));
  if (taken === undefined) throw new Error(`${name} was not tried with ${JSON.stringify(value)}`);
  return taken;
}

/** Tries every value of every field, combining independent fields in one request. */
async function judgeAll() {
  const names = [...WRITABLE, ...READ_ONLY];
  const together = names.filter((name) => !ALONE.includes(name));
  const groups = [together, ...ALONE.map((name) => [name])];
  const judged = await Promise.all(groups.map(judge));
  return new Map(judged.flatMap((group) => [...group]));
}

/** In one widget. Fields named by a problem are refused; the rest must be accepted. */
async function judge(names: string[]) {
  const call = await signedIn(app, await app.owner());
  const found = new Map(names.map((name) => [name, new Map<string, boolean>()]));
  const values = new Map(names.map((name) => [name, distinct(valuesOf(name))]));
  for (let row = 0; row < Math.max(...[...values.values()].map(({ length }) => length)); row += 1) {
    const left = new Map([...values].flatMap(([name, own]) => (row < own.length ? [[name, own[row]] as const] : [])));
    while (left.size) {
      const body = Object.fromEntries(left);
      const { status, problem } = await call(updateSettings, { body });
      const refused = new Set(Object.keys(problem.errors ?? {}).map((path) => path.split('.')[0] as string));
      expect([body, status]).toEqual([body, refused.size ? 422 : 200]);
      const named = refused.size ? [...left].filter(([name]) => refused.has(name)) : [...left];
      expect(named).not.toEqual([]);
      for (const [name, value] of named) {
        found.get(name)?.set(JSON.stringify(value), !refused.size);
        left.delete(name);
      }
    }
  }
  return found;
}

const distinct = (values: unknown[]) => [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];

function valuesOf(name: string): unknown[] {
  const field = fieldOf(name);
  if (field.readonly) return EVERY_TYPE;
  return [...candidatesOf(field), ...(field.enum ?? []), field.default, null, ...wrongFor(field)];
}

/** Values around the limits of a field, and some of every type. */
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

const EVERY_TYPE = [null, 1, true, 'x', {}];

/** Values outside the limits, pattern and types of a field. */
function wrongFor({ type, pattern, minimum, maximum, max_length, min_items, max_items, ...field }: Description) {
  const types = [type].flat();
  const ofTypes = { string: 'no such value', integer: -7, boolean: true, array: [{}], object: { surprise: 1 } };
  const wrong: unknown[] = Object.entries(ofTypes).flatMap(([each, value]) => (types.includes(each) ? [] : [value]));
  if (minimum !== undefined) wrong.push(minimum - 1);
  if (maximum !== undefined) wrong.push(maximum + 1);
  if (max_length !== undefined) wrong.push('x'.repeat(max_length + 1));
  if (min_items) wrong.push([]);
  if (max_items !== undefined) wrong.push(Array.from({ length: max_items + 1 }, (_, at) => at));
  if (pattern) wrong.push('\n');
  if (field.enum) wrong.push('no such value', 7);
  return wrong;
}

test('the schema describes exactly the settings returned, six of them read-only', async () => {
  const { schema_version } = await describeFields();
  const settings = (await (await app.owner()).call(readSettings)).data;
  expect(schema_version).toBe(1);
  expect(Object.keys(fields).sort()).toEqual(Object.keys(settings).sort());
  const readOnly = Object.keys(fields).filter((name) => fieldOf(name).readonly);
  expect(readOnly.sort()).toEqual([...READ_ONLY].sort());
  expect(WRITABLE.length).toBeGreaterThan(40);
});

test('default is what the API returns for an unset setting', async () => {
  const settings: Record<string, unknown> = (await (await app.owner()).call(readSettings)).data;
  const written = WRITABLE.map((name) => [name, fieldOf(name).default]);
  expect(written).toEqual(WRITABLE.map((name) => [name, settings[name]]));
});

describe.each(WRITABLE)('%s', (name) => {
  test('accepts exactly what its rules allow', async () => {
    const field = fieldOf(name);
    const isRight = new Ajv({ formats: { uri: true } }).compile(field.validation_rules as object);
    const seen = { taken: 0, refused: 0 };
    for (const value of candidatesOf(field)) {
      const taken = await isTaken(name, value);
      seen[taken ? 'taken' : 'refused'] += 1;
      if (!isRight(value)) expect({ value, taken }).toEqual({ value, taken: false });
      else if (!TIED.includes(name)) expect({ value, taken }).toEqual({ value, taken: true });
    }
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(0);
  });

  test('accepts each of its values and its default, and null only if nullable', async () => {
    const { enum: values = [], nullable, ...field } = fieldOf(name);
    for (const value of [...values, field.default]) expect([value, await isTaken(name, value)]).toEqual([value, true]);
    expect(await isTaken(name, null)).toBe(nullable);
    expect(field.default_semantics).toBe(nullable ? 'absent' : 'normalized');
    expect(field.patch_semantics).toMatch(nullable ? /_null_removes$/ : /_null_refused$/);
  });

  test('refuses values outside its limits, pattern and types', async () => {
    const field = fieldOf(name);
    for (const value of wrongFor(field)) expect([value, await isTaken(name, value)]).toEqual([value, false]);
    const [, body = '', flags] = /^\/(.*)\/([a-z]*)$/.exec(field.pattern ?? '') ?? [];
    if (field.pattern) expect(new RegExp(body, flags).test('\n')).toBe(false);
  });
});

describe.each(READ_ONLY)('%s', (name) => {
  test('cannot be sent, whatever its value', async () => {
    expect(fieldOf(name)).toMatchObject({
      nullable: false,
      default: null,
      default_semantics: 'computed',
      effective_default: null,
      validation_rules: { not: {} },
      patch_semantics: 'refused',
    });
    for (const value of EVERY_TYPE) expect(await isTaken(name, value)).toBe(false);
  });
});

test('the schema says what the widget does by default: every visibility toggle is on', () => {
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

test('patterns are PHP patterns with delimiters', () => {
  expect(fieldOf('accent_color').pattern).toBe('/^#[0-9a-fA-F]{6}(?!\\n)$/u');
  const patterns = Object.values(fields).flatMap(({ pattern }) => pattern ?? []);
  for (const pattern of patterns) expect(pattern).toMatch(/^\/.*\/u$/);
});

test('the pattern of a link accepts what the API accepts', async () => {
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

test('values that depend on the installation refer to a catalogue', () => {
  expect(fieldOf('skin').catalog_url).toBe('/v1/widget/skins');
  expect(fieldOf('icon_preset').catalog_url).toBe('/v1/widget/icons');
});
