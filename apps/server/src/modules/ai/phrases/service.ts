import { type AiPhraseChanges, type AiPhraseKey, aiPhraseKeys, type Locale, localeOf, locales } from '@parley/contract';
import type { Context, InWidget, Read } from '../../../kernel/data/context.ts';
import * as widgets from '../../account/widgets/index.ts';
import { builtIn } from './built-in.ts';
import * as store from './store.ts';

type Overrides = Partial<Record<AiPhraseKey, Partial<Record<Locale, string>>>>;

export async function get(ctx: InWidget<Read>) {
  const overrides: Overrides = {};
  for (const { key, locale, text } of await store.list(ctx)) overrides[key] = { ...overrides[key], [locale]: text };
  const wording = (key: AiPhraseKey, locale: Locale) => overrides[key]?.[locale] ?? builtIn[locale][key];
  const byLocale = (key: AiPhraseKey) => Object.fromEntries(locales.map((locale) => [locale, wording(key, locale)]));
  const phrases = Object.fromEntries(aiPhraseKeys.map((key) => [key, byLocale(key)]));
  return { phrases: phrases as Record<AiPhraseKey, Record<Locale, string>>, overrides };
}

const FALLBACK = 'en';

/** In the visitor's language; empty if nothing is to be sent. */
export async function phraseOf(ctx: InWidget<Read>, key: AiPhraseKey, tag: string): Promise<string> {
  const locale = localeOf(tag) ?? FALLBACK;
  return (await store.find(ctx, key, locale)) ?? builtIn[locale][key];
}

export const update = (ctx: Context, changes: AiPhraseChanges) => write(ctx, changes);

export async function replace(ctx: Context, overrides: Overrides) {
  return write(ctx, overrides, () => store.removeAll(ctx));
}

async function write(ctx: Context, changes: AiPhraseChanges, prepare?: () => Promise<void>) {
  await widgets.lock(ctx, ctx.widgetId);
  const before = await get(ctx);
  await prepare?.();
  const given = Object.entries(changes).flatMap(([key, byLocale]) =>
    Object.entries(byLocale ?? {}).map(([locale, text]) => ({ key: key as AiPhraseKey, locale, text })),
  );
  const worded = given.flatMap(({ text, ...named }) => (text === null ? [] : [{ ...named, text: text.trim() }]));
  await store.upsert(ctx, worded);
  await store.remove(
    ctx,
    given.filter(({ text }) => text === null),
  );
  const after = await get(ctx);
  ctx.audit({ before: before.overrides, after: after.overrides });
  return after;
}
