import { locales } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { texts as english, type Texts } from './locales/en.ts';
import { texts as russian } from './locales/ru.ts';

/** Options from the page's URL. */
export interface PageOptions {
  texts: Texts;
  /** Of the texts. */
  language: 'en' | 'ru';
  /** The language the page declares. */
  lang: string;
  theme: 'auto' | 'light' | 'dark';
  /** Under the strictest policy that the widget works with. */
  isStrict: boolean;
  /** Of the widget; the first one by default. */
  guid: string | undefined;
  /** This page's URL with other options; an empty one is dropped. */
  addressWith: (changes: Record<string, string>) => string;
}

/** Everything the page is rendered from. */
export interface DemoPageData extends PageOptions {
  widget: { isApiEnabled: boolean };
  /** The tag customers paste. */
  tag: string;
  publicUrl: string;
  policy: string;
}

const TEXTS = { en: english, ru: russian };

/** Invalid options are ignored. */
export function readPageOptions({ query, headers }: FastifyRequest): PageOptions {
  const parameters = Object.entries(query as object).filter(
    (each): each is [string, string] => typeof each[1] === 'string',
  );
  const { widget: guid, lang, theme: requestedTheme, csp } = Object.fromEntries<string | undefined>(parameters);
  const requestedLang = locales.find((each) => each === lang);
  const language = chooseLanguage([requestedLang, ...(headers['accept-language'] ?? '').split(',')]);
  const theme = (['light', 'dark'] as const).find((each) => each === requestedTheme) ?? 'auto';
  return {
    texts: TEXTS[language],
    language,
    lang: requestedLang ?? language,
    theme,
    isStrict: csp === '1',
    guid,
    addressWith(changes) {
      const all = Object.entries({ widget: guid, lang: requestedLang, theme: requestedTheme, csp, ...changes });
      const kept = all.filter((each): each is [string, string] => Boolean(each[1]));
      return kept.length ? `/demo?${new URLSearchParams(kept)}` : '/demo';
    },
  };
}

/** The first supported language. */
function chooseLanguage(preferred: (string | undefined)[]) {
  const primary = preferred.map((each) => /^\s*([a-z]{2,3})\b/i.exec(each ?? '')?.[1]?.toLowerCase());
  return primary.find((each) => each === 'en' || each === 'ru') ?? 'en';
}
