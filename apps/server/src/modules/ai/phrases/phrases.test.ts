import { api, locales } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { phraseOf } from './index.ts';

const { aiMessages } = api;

const update = ({ call }: Owner, body: object) => call(aiMessages.update, { body });
const replace = ({ call }: Owner, body: object) => call(aiMessages.replace, { body });

test('every phrase has a built-in wording in every language, but a takeover is not announced', async () => {
  const ann = await (await startApp()).owner();
  const { phrases, overrides } = (await ann.call(aiMessages.read)).data;
  expect(overrides).toEqual({});
  expect(Object.keys(phrases)).toEqual(['handoff', 'offline', 'failure', 'takeover']);
  for (const key of ['handoff', 'offline', 'failure'] as const) {
    expect(Object.keys(phrases[key])).toEqual([...locales]);
    const texts = Object.values(phrases[key]);
    expect(new Set(texts).size).toBe(25);
    for (const text of texts) expect(text).toMatch(/^\S.{10,200}\S$/u);
  }
  expect(new Set(Object.values(phrases.takeover))).toEqual(new Set(['']));
});

test('PATCH merges the wording of a widget, and null restores the built-in one', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const { phrases } = (await ann.call(aiMessages.read)).data;
  await update(ann, { handoff: { en: ' One moment. ', de: 'Moment.' } });
  const changed = (await update(ann, { handoff: { en: null, fr: 'Un instant.' }, takeover: { en: 'I’m back.' } })).data;
  expect(changed.overrides).toEqual({ handoff: { de: 'Moment.', fr: 'Un instant.' }, takeover: { en: 'I’m back.' } });
  expect(changed.phrases).toEqual({
    ...phrases,
    handoff: { ...phrases.handoff, de: 'Moment.', fr: 'Un instant.' },
    takeover: { ...phrases.takeover, en: 'I’m back.' },
  });
  expect((await ann.call(aiMessages.read)).data).toEqual(changed);
  expect((await bob.call(aiMessages.read)).data.overrides).toEqual({});
});

test('PUT replaces all wording of a widget', async () => {
  const ann = await (await startApp()).owner();
  await update(ann, { handoff: { en: 'One moment.' }, offline: { ru: 'Никого нет.' } });
  const body = { handoff: { ru: 'Минуту.' } };
  expect((await replace(ann, body)).data.overrides).toEqual(body);
  expect((await replace(ann, {})).data.overrides).toEqual({});
});

test('a wording has 1 to 1,000 characters; other keys and languages are 422 and nothing is stored', async () => {
  const ann = await (await startApp()).owner();
  for (const write of [update, replace]) {
    const longest = { handoff: { en: '😀'.repeat(1_000) } };
    expect((await write(ann, longest)).data.overrides).toEqual(longest);
    for (const wrong of [
      ...[{ en: '' }, { en: ' ' }, { en: 'x'.repeat(1_001) }, { en: 1 }, { xx: 'Hi' }, { 'en-US': 'Hi' }, 'Hi', null],
    ]) {
      expect((await write(ann, { offline: { en: 'Away' }, handoff: wrong })).status).toBe(422);
    }
    expect((await write(ann, { greeting: { en: 'Hi' } })).problem.errors).toEqual({ greeting: [expect.any(String)] });
    expect((await ann.call(aiMessages.read)).data.overrides).toEqual(longest);
  }
  expect((await update(ann, {})).status).toBe(422);
  expect((await replace(ann, { handoff: { en: null } })).status).toBe(422);
});

test('the audit log has the wording before and after', async () => {
  const app = await startApp();
  const ann = await app.owner();
  await update(ann, { handoff: { en: 'One moment.' } });
  await update(ann, { handoff: { en: 'A moment.' } });
  const entries = await app.sql(`SELECT before, after FROM audit_log
    WHERE widget_id = ${ann.widgetId} AND action = 'ai.phrases_updated' ORDER BY id`);
  expect(entries[1]).toEqual({ before: { handoff: { en: 'One moment.' } }, after: { handoff: { en: 'A moment.' } } });
});

test('a visitor gets the wording in their language, and in English if widgets do not have it', async () => {
  const { unitOfWork, owner } = await startApp();
  const ann = await owner();
  const { phrases } = (await update(ann, { handoff: { de: 'Moment.' } })).data;
  const phrase = (locale: string, key: 'handoff' | 'takeover' = 'handoff') =>
    unitOfWork.read((work) => phraseOf({ ...work, widgetId: ann.widgetId }, key, locale));
  expect(await phrase('de')).toBe('Moment.');
  expect(await phrase('de-AT')).toBe('Moment.');
  expect(await phrase('ja')).toBe(phrases.handoff.ja);
  expect(await phrase('nb')).toBe(phrases.handoff.en);
  expect(await phrase('')).toBe(phrases.handoff.en);
  expect(await phrase('de', 'takeover')).toBe('');
});
