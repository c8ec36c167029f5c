import { api, locales, site } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { anonymousCaller } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import { addAssistant, addExternalOperator, addOperator, deleteAssistant } from '../../../../test/operators.ts';

async function startWidget() {
  const app = await startApp();
  const ann = await app.owner();
  const read = async () =>
    (await anonymousCaller(app)(site.visitor.readConfig, { params: { button_guid: ann.buttonGuid } })).data;
  const setAi = (columns: string) =>
    app.sql(`INSERT INTO ai_settings (widget_id, updated_at) VALUES (${ann.widgetId}, now()) ON CONFLICT DO NOTHING;
      UPDATE ai_settings SET ${columns} WHERE widget_id = ${ann.widgetId}`);
  await setAi('enabled = true');
  return {
    app,
    ann,
    read,
    setAi,
    setAssistant: (id: number, columns: string) => app.sql(`UPDATE ai_assistants SET ${columns} WHERE id = ${id}`),
    setSettings: (body: object) => ann.call(api.widget.updateSettings, { body }),
    setPhrases: (quick_phrases: object) => ann.call(api.widget.setQuickPhrases, { body: { quick_phrases } }),
    readOperators: async () => (await read()).people.filter(({ type }) => type !== 'human'),
    greeting: async () => (await read()).texts.greeting,
    activate: (id: number) => app.sql(`UPDATE external_operators SET state = 'active' WHERE agent_id = ${id}`),
  };
}

describe('the header', () => {
  test('an active AI operator is among the people while the AI is on, with its names', async () => {
    const { app, ann, read, setAi, readOperators } = await startWidget();
    const nora = await addOperator(app, ann, { name: 'Nora Bot', name_i18n: { ru: 'Нора Бот', ja: 'ノラ\u00a0さん' } });
    const people = (await read()).people;
    expect(people.map(({ type }) => type)).toEqual(['human', 'ai']);
    expect(people[1]).toEqual({
      id: nora.id,
      type: 'ai',
      name: 'Nora',
      names: { ru: 'Нора', ja: 'ノラ\u00a0さん' },
      avatar_url: null,
      in_header: true,
    });
    await setAi('shadow_mode = true');
    expect(await readOperators()).toEqual([]);
    await setAi('shadow_mode = false, enabled = false');
    expect(await readOperators()).toEqual([]);
  });

  test('an operator without a name is called Assistant in each of the 25 languages, unless it has a name there', async () => {
    const { app, ann, readOperators } = await startWidget();
    await addOperator(app, ann, { name_i18n: { de: 'Nora Bot' } });
    const [shown] = await readOperators();
    expect(shown?.name).toBe('Assistant');
    expect(Object.keys(shown?.names ?? {}).toSorted()).toEqual([...locales].toSorted());
    expect(shown?.names).toMatchObject({ en: 'Assistant', ru: 'Помощник', de: 'Nora', zh: '助手' });
    for (const name of Object.values(shown?.names ?? {})) expect(name).toMatch(/^[^ ]+$/);
  });

  test('an operator that is hidden or on a break is not in the header, but its messages have its name; a retired one is gone', async () => {
    const { app, ann, readOperators } = await startWidget();
    const nora = await addOperator(app, ann, { name: 'Nora', show_in_header: false });
    const inHeader = async () => (await readOperators()).map(({ name, in_header }) => [name, in_header]);
    expect(await inHeader()).toEqual([['Nora', false]]);
    await nora.update({ show_in_header: true });
    expect(await inHeader()).toEqual([['Nora', true]]);
    await nora.update({ status: 'relaxation' });
    expect(await inHeader()).toEqual([['Nora', false]]);
    await nora.retire();
    expect(await inHeader()).toEqual([]);
  });

  test('an external operator is in the header once it is active', async () => {
    const { ann, readOperators, activate } = await startWidget();
    const bot = await addExternalOperator(ann, { name: 'Shop bot' });
    expect(await readOperators()).toMatchObject([
      { id: bot.operator_id, type: 'webhook', name: 'Shop', in_header: false },
    ]);
    await activate(bot.operator_id);
    expect(await readOperators()).toMatchObject([{ in_header: true }]);
  });
});

describe('the greeting', () => {
  test('is the assistant’s for a language, else the widget’s, else the assistant’s fallback', async () => {
    const { app, ann, setSettings, greeting } = await startWidget();
    await setSettings({
      widget_supported_languages: ['ru', 'en', 'de', 'fr'],
      widget_fallback_language: 'en',
      widget_content_source_language: 'ru',
      widget_greeting: 'Здравствуйте',
      widget_text_translations: { widget_greeting: { de: 'Hallo', en: 'Hi' } },
    });
    const assistant_id = await addAssistant(app, ann, {
      greeting: "'Legacy'",
      greeting_i18n: `'{"en": "Hi from Nora", "it": "Ciao"}'`,
    });
    expect((await greeting()).translations).toEqual({ de: 'Hallo', en: 'Hi' });
    await addOperator(app, ann, { assistant_id });
    expect(await greeting()).toEqual({
      source: 'Здравствуйте',
      // Russian is the language of the source, French has only the fallback.
      translations: { ru: 'Здравствуйте', en: 'Hi from Nora', de: 'Hallo', fr: 'Hi from Nora' },
    });
  });

  test('is the assistant’s legacy greeting where neither is written for the language, and the widget’s default last', async () => {
    const { app, ann, setSettings, setAssistant, greeting } = await startWidget();
    await setSettings({
      widget_supported_languages: ['ru', 'en'],
      widget_fallback_language: 'en',
      widget_content_source_language: 'ru',
      widget_greeting: 'Здравствуйте',
    });
    const assistant_id = await addAssistant(app, ann, { greeting: "'Legacy'" });
    await addOperator(app, ann, { assistant_id });
    expect((await greeting()).translations).toEqual({ ru: 'Здравствуйте', en: 'Legacy' });
    await setAssistant(assistant_id, 'greeting = NULL');
    expect(await greeting()).toEqual({ source: 'Здравствуйте', translations: { ru: 'Здравствуйте' } });
    await setSettings({ widget_greeting: null });
    expect(await greeting()).toEqual({ source: null, translations: {} });
  });

  test('is only the widget’s while no assistant answers', async () => {
    const { app, ann, setAi, setAssistant, setSettings, greeting } = await startWidget();
    await setSettings({ widget_supported_languages: ['ru', 'en'], widget_fallback_language: 'en' });
    const assistant_id = await addAssistant(app, ann, { greeting: "'Legacy'" });
    const answered = { source: null, translations: { ru: 'Legacy', en: 'Legacy' } };
    const unanswered = { source: null, translations: {} };
    expect(await greeting()).toEqual(unanswered);
    const nora = await addOperator(app, ann, { assistant_id });
    expect(await greeting()).toEqual(answered);
    await setAi('enabled = false');
    expect(await greeting()).toEqual(unanswered);
    await setAi('enabled = true');
    await nora.update({ status: 'relaxation' });
    expect(await greeting()).toEqual(unanswered);
    await nora.update({ status: 'active' });
    await setAssistant(assistant_id, 'enabled = false');
    expect(await greeting()).toEqual(unanswered);
    await setAssistant(assistant_id, 'enabled = true');
    expect(await greeting()).toEqual(answered);
    await deleteAssistant(app, assistant_id);
    expect(await greeting()).toEqual(unanswered);
  });

  test('is that of the default assistant’s operator, else of the oldest; an external operator comes first and has none', async () => {
    const { app, ann, setAssistant, greeting, activate } = await startWidget();
    const [one, two] = [
      await addAssistant(app, ann, { greeting: "'One'" }),
      await addAssistant(app, ann, { greeting: "'Two'" }),
    ];
    await addOperator(app, ann, { assistant_id: one });
    const second = await addOperator(app, ann, { assistant_id: two });
    const inEnglish = async () => (await greeting()).translations.en;
    expect(await inEnglish()).toBe('One');
    await setAssistant(two, 'is_default = true');
    expect(await inEnglish()).toBe('Two');
    await second.retire();
    expect(await inEnglish()).toBe('One');
    const bot = await addExternalOperator(ann);
    expect(await inEnglish()).toBe('One');
    await activate(bot.operator_id);
    expect(await inEnglish()).toBeUndefined();
  });
});

describe('quick phrases', () => {
  test('are those of the assistant by language, its fallback or its legacy list, and the widget’s only without one', async () => {
    const { app, ann, read, setSettings, setPhrases, setAssistant } = await startWidget();
    await setSettings({ widget_supported_languages: ['ru', 'en', 'de'], widget_fallback_language: 'en' });
    await setPhrases({ ru: ['Где заказ?'] });
    const phrases = async () => (await read()).quick_phrases;
    expect(await phrases()).toEqual({ ru: ['Где заказ?'] });
    const assistant_id = await addAssistant(app, ann, {
      quick_phrases: `'{Legacy}'`,
      quick_phrases_i18n: `'{"en": ["Prices?"], "de": ["Preise?"], "it": ["Prezzi?"]}'`,
    });
    const nora = await addOperator(app, ann, { assistant_id });
    expect(await phrases()).toEqual({ ru: ['Prices?'], en: ['Prices?'], de: ['Preise?'] });
    await setAssistant(assistant_id, `quick_phrases_i18n = '{"de": ["Preise?"]}'`);
    expect(await phrases()).toEqual({ ru: ['Legacy'], en: ['Legacy'], de: ['Preise?'] });
    await setAssistant(assistant_id, `quick_phrases_i18n = NULL, quick_phrases = '{}'`);
    expect(await phrases()).toEqual({});
    await nora.retire();
    expect(await phrases()).toEqual({ ru: ['Где заказ?'] });
  });
});
