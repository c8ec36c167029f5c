import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { startSettings } from '../../../../test/settings.ts';

const { readQuickPhrases, setQuickPhrases } = api.widget;

async function startPhrases() {
  const started = await startSettings();
  const { ann } = started;
  return {
    ...started,
    put: (quick_phrases: unknown) => ann.call(setQuickPhrases, { body: { quick_phrases } }),
    phrases: async () => (await ann.call(readQuickPhrases)).data.quick_phrases,
  };
}

test('widget quick phrases are replaced as a whole, by language and in order', async () => {
  const { put, phrases } = await startPhrases();
  expect(await phrases()).toEqual({});
  const first = { en: ['Where is my order?', 'How do I return it?'], ru: ['Где мой заказ?'] };
  expect(await put(first)).toMatchObject({ status: 200, data: { quick_phrases: first } });
  expect(await phrases()).toEqual(first);
  await put({ de: [] });
  expect(await phrases()).toEqual({ de: [] });
  await put({});
  expect(await phrases()).toEqual({});
});

test('a language has up to 20 phrases of 1 to 200 characters', async () => {
  const { put } = await startPhrases();
  expect((await put({ en: Array(20).fill('x'.repeat(200)), ru: ['😀'.repeat(200)] })).status).toBe(200);
  for (const [odd, field] of [
    [{ en: Array(21).fill('x') }, 'quick_phrases.en'],
    [{ en: ['ok', ''] }, 'quick_phrases.en.1'],
    [{ en: [' '] }, 'quick_phrases.en.0'],
    [{ en: ['x'.repeat(201)] }, 'quick_phrases.en.0'],
    [{ en: 'x' }, 'quick_phrases.en'],
    [{ en: null }, 'quick_phrases.en'],
    [{ xx: ['x'] }, 'quick_phrases.xx'],
    [[], 'quick_phrases'],
    [null, 'quick_phrases'],
    [undefined, 'quick_phrases'],
  ] as const) {
    const { status, problem } = await put(odd);
    expect([odd, status, Object.keys(problem.errors ?? {})]).toEqual([odd, 422, [field]]);
  }
});

test('concurrent changes of quick phrases and settings keep both', async () => {
  const { put, phrases, patch, read } = await startPhrases();
  const answers = await Promise.all([
    put({ en: ['Hello'] }),
    patch({ skin: 'minimal' }),
    patch({ widget_name: 'Shop' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await phrases()).toEqual({ en: ['Hello'] });
  const settings = await read();
  expect(settings).toMatchObject({ skin: 'minimal', widget_name: 'Shop', widget_translation_revision: 2 });
  expect(settings).not.toHaveProperty('quick_phrases');
});

test('changing quick phrases makes the served widget stale', async () => {
  const { app, ann, put } = await startPhrases();
  const revision = `SELECT config_revision::int AS at FROM widgets WHERE id = ${ann.widgetId}`;
  const at = async () => (await app.sql<{ at: number }>(revision))[0]?.at ?? 0;
  const before = await at();
  await put({ en: ['Hello'] });
  expect(await at()).toBe(before + 1);
  await put({ en: [''] });
  expect(await at()).toBe(before + 1);
});
