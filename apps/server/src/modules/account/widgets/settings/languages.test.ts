import { api, locales } from '@parley/contract';
import { expect, test } from 'vitest';
import { startSettings } from '../../../../../test/settings.ts';

const POLICY = [
  ...['widget_default_language', 'widget_supported_languages', 'widget_fallback_language'],
  ...['widget_auto_translate_custom_texts', 'widget_content_source_language', 'widget_text_translations'],
];

async function startLanguages() {
  const started = await startSettings();
  const { ann, read } = started;
  return {
    ...started,
    language: async () => (await ann.call(api.widget.readLanguage)).data,
    choose: (widget_default_language: unknown) =>
      ann.call(api.widget.setLanguage, { body: { widget_default_language } }),
    /** The revisions of languages and translations. */
    revisions: async () => {
      const { widget_language_policy_revision, widget_translation_revision } = await read();
      return [widget_language_policy_revision, widget_translation_revision];
    },
  };
}

test('the default language is Russian', async () => {
  const { language } = await startLanguages();
  expect(await language()).toEqual({ widget_default_language: 'ru', is_default: true, effective_language: 'ru' });
});

test('each of the 25 languages can be chosen, and auto, which falls back to English', async () => {
  const { choose, language, read } = await startLanguages();
  expect(locales).toHaveLength(25);
  for (const locale of locales) {
    expect(await choose(locale)).toMatchObject({
      status: 200,
      data: { widget_default_language: locale, is_default: false, effective_language: locale },
    });
  }
  const { data } = await choose('auto');
  expect(data).toEqual({ widget_default_language: 'auto', is_default: false, effective_language: 'en' });
  expect(await language()).toEqual(data);
  expect((await read()).widget_default_language).toBe('auto');
});

test('an unknown language is refused by name', async () => {
  const { ann, choose, set } = await startLanguages();
  await set({ widget_supported_languages: ['ru', 'en'] });
  for (const odd of ['de', 'xx', 'EN', 'en-GB', '', 'Auto', null, 5, ['en']]) {
    const { status, problem } = await choose(odd);
    expect([odd, status, Object.keys(problem.errors ?? {})]).toEqual([odd, 422, ['widget_default_language']]);
  }
  expect((await ann.call(api.widget.setLanguage, { body: {} })).status).toBe(422);
});

test('the language route and the setting are the same value, and both make the widget stale', async () => {
  const { app, ann, choose, language, set } = await startLanguages();
  const revision = `SELECT config_revision::int AS at FROM widgets WHERE id = ${ann.widgetId}`;
  const stale = async () => (await app.sql<{ at: number }>(revision))[0]?.at ?? 0;
  const before = await stale();
  await choose('de');
  expect(await stale()).toBe(before + 1);
  await set({ widget_default_language: 'fr' });
  expect(await stale()).toBe(before + 2);
  expect(await language()).toMatchObject({ widget_default_language: 'fr', is_default: false });
  await ann.call(api.widget.setLanguage, { body: { widget_default_language: 'xx' } });
  expect(await stale()).toBe(before + 2);
});

test('none of the six language settings can be removed', async () => {
  const { refused } = await startLanguages();
  for (const name of POLICY) expect(await refused({ skin: 'minimal', [name]: null })).toEqual([name]);
});

test('each language setting takes its valid values only', async () => {
  const { set, refused } = await startLanguages();
  const wrong: Record<string, unknown[]> = {
    widget_supported_languages: [[], ['xx'], ['en', 'en'], 'en', ['auto'], [null], {}, [...locales, 'en']],
    widget_fallback_language: ['auto', 'xx', '', 5],
    widget_content_source_language: ['auto', 'xx', '', true],
    widget_auto_translate_custom_texts: [0, 1, 'true'],
    widget_text_translations: [
      [],
      'x',
      { capsule_title: { en: 'x' } },
      { widget_name: 'x' },
      { widget_name: { xx: 'x' } },
    ],
  };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      const [field] = (await refused({ [name]: value })) as string[];
      expect([value, field?.split('.')[0]]).toEqual([value, name]);
    }
  }
  expect(await set({ widget_supported_languages: ['en', 'ru'] })).toMatchObject({
    widget_supported_languages: ['en', 'ru'],
  });
});

test('a default or fallback language that is not enabled is refused by name, whichever changed', async () => {
  const { set, refused, read } = await startLanguages();
  await set({ widget_supported_languages: ['ru', 'en', 'de'], widget_fallback_language: 'de' });
  expect(await refused({ widget_default_language: 'fr' })).toEqual(['widget_default_language']);
  expect(await refused({ widget_fallback_language: 'fr' })).toEqual(['widget_fallback_language']);
  expect(await refused({ widget_supported_languages: ['ru', 'en'] })).toEqual([
    'widget_fallback_language',
    'widget_supported_languages',
  ]);
  await set({ widget_default_language: 'ru' });
  expect(await refused({ widget_supported_languages: ['en', 'de'] })).toContain('widget_default_language');
  expect(await refused({ widget_supported_languages: ['fr'], widget_default_language: 'fr' })).toContain(
    'widget_fallback_language',
  );
  expect(await read()).toMatchObject({ widget_supported_languages: ['ru', 'en', 'de'], widget_default_language: 'ru' });
  await set({
    widget_supported_languages: ['fr'],
    widget_default_language: 'fr',
    widget_fallback_language: 'fr',
  });
  await set({ widget_default_language: 'auto' });
});

test('a widget without a chosen language may disable its default one', async () => {
  const { set, read } = await startLanguages();
  await set({ widget_supported_languages: ['en', 'de'] });
  expect(await read()).toMatchObject({ widget_supported_languages: ['en', 'de'], widget_default_language: 'ru' });
});

test('translations are replaced as a whole, and an empty one clears them', async () => {
  const { set } = await startLanguages();
  const first = { widget_name: { en: 'Shop', de: 'Laden' }, widget_greeting: { en: 'Hello' } };
  expect(await set({ widget_text_translations: first })).toMatchObject({ widget_text_translations: first });
  const second = { widget_signature: { ru: 'Поддержка' } };
  expect((await set({ widget_text_translations: second })).widget_text_translations).toEqual(second);
  expect((await set({ skin: 'minimal' })).widget_text_translations).toEqual(second);
  expect((await set({ widget_text_translations: {} })).widget_text_translations).toEqual({});
});

test("a translation is of one of three texts, in an enabled language, and within the text's length limit", async () => {
  const { set, refused } = await startLanguages();
  await set({ widget_supported_languages: ['ru', 'en'] });
  const path = 'widget_text_translations';
  expect(await refused({ [path]: { widget_name: { en: 'Shop', de: 'Laden' } } })).toEqual([`${path}.widget_name.de`]);
  expect(await refused({ [path]: { consent_text: { en: 'x' } } })).toEqual([`${path}.consent_text`]);
  expect(await refused({ [path]: { widget_name: { xx: 'x' } } })).toEqual([`${path}.widget_name.xx`]);
  expect(await refused({ [path]: { widget_name: { auto: 'x' } } })).toEqual([`${path}.widget_name.auto`]);
  for (const [name, most] of Object.entries({ widget_name: 255, widget_signature: 255, widget_greeting: 4_000 })) {
    await set({ [path]: { [name]: { en: 'x'.repeat(most) } } });
    for (const odd of ['x'.repeat(most + 1), null, 5, ['x']]) {
      expect(await refused({ [path]: { [name]: { en: odd } } })).toEqual([`${path}.${name}.en`]);
    }
  }
});

test('a language with a translation cannot be disabled', async () => {
  const { set, refused } = await startLanguages();
  await set({ widget_text_translations: { widget_name: { de: 'Laden' } } });
  expect(await refused({ widget_supported_languages: ['ru', 'en'] })).toEqual([
    'widget_text_translations.widget_name.de',
    'widget_supported_languages',
  ]);
  const both = { widget_supported_languages: ['ru', 'en'], widget_text_translations: { widget_name: { en: 'Shop' } } };
  expect(await set(both)).toMatchObject(both);
});

test("changing the widget's language does not change the source language of its texts", async () => {
  const { set, choose, read } = await startLanguages();
  await choose('de');
  expect((await read()).widget_content_source_language).toBe('ru');
  await set({ widget_content_source_language: 'fr' });
  await choose('es');
  expect((await read()).widget_content_source_language).toBe('fr');
});

test('a change of languages raises both revisions by one, and of a text only the translation revision', async () => {
  const { set, choose, revisions } = await startLanguages();
  const raised = async (change: () => Promise<unknown>) => {
    const [policy = 0, texts = 0] = await revisions();
    await change();
    const [policyAfter = 0, textsAfter = 0] = await revisions();
    return [policyAfter - policy, textsAfter - texts];
  };
  const changes = {
    widget_default_language: 'de',
    widget_supported_languages: ['ru', 'en', 'de'],
    widget_fallback_language: 'de',
    widget_auto_translate_custom_texts: true,
    widget_content_source_language: 'en',
    widget_text_translations: { widget_name: { de: 'Laden' } },
  };
  expect(Object.keys(changes)).toEqual(POLICY);
  for (const [name, value] of Object.entries(changes)) {
    expect([name, await raised(() => set({ [name]: value }))]).toEqual([name, [1, 1]]);
    expect([name, await raised(() => set({ [name]: value }))]).toEqual([name, [0, 0]]);
  }
  expect(await raised(() => set(changes))).toEqual([0, 0]);
  expect(await raised(() => choose('ru'))).toEqual([1, 1]);
  expect(await raised(() => choose('ru'))).toEqual([0, 0]);
  for (const name of ['widget_name', 'widget_signature', 'widget_greeting']) {
    expect(await raised(() => set({ [name]: 'Hello' }))).toEqual([0, 1]);
    expect(await raised(() => set({ [name]: 'Hello' }))).toEqual([0, 0]);
  }
  expect(await raised(() => set({ widget_default_language: 'en', widget_name: 'Shop' }))).toEqual([1, 1]);
  expect(await raised(() => set({ skin: 'minimal', consent_text: 'Yes' }))).toEqual([0, 0]);
});

test('the settings say that translations are unavailable, and whether they are enabled', async () => {
  const { read, set } = await startLanguages();
  const status = {
    available: false,
    enabled: false,
    reason: 'schema_unavailable',
    revision: 1,
    total: 0,
    counts: { ready: 0, stale: 0, pending: 0, failed: 0 },
  };
  expect((await read()).widget_translation_status).toEqual(status);
  const { widget_translation_status } = await set({ widget_auto_translate_custom_texts: true });
  expect(widget_translation_status).toEqual({ ...status, enabled: true, revision: 2 });
});
