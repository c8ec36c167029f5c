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
  addressWith: (wishes: Record<string, string>) => string;
}

/** Everything the page is rendered from. */
export interface DemoPageData extends PageOptions {
  widget: { domain: string | null; isHere: boolean; isApiEnabled: boolean };
  /** The tag customers paste. */
  tag: string;
  publicUrl: string;
  policy: string;
}

const TEXTS = { en: english, ru: russian };

/** Invalid options are ignored. */
export function readPageOptions({ query, headers }: FastifyRequest): PageOptions {
  const given = Object.entries(query as object).filter((each): each is [string, string] => typeof each[1] === 'string');
  const { widget: guid, lang, theme: look, csp } = Object.fromEntries<string | undefined>(given);
  const wished = locales.find((each) => each === lang);
  const language = chooseLanguage([wished, ...(headers['accept-language'] ?? '').split(',')]);
  const theme = (['light', 'dark'] as const).find((each) => each === look) ?? 'auto';
  return {
    texts: TEXTS[language],
    language,
    lang: wished ?? language,
    theme,
    isStrict: csp === '1',
    guid,
    addressWith(wishes) {
      const all = Object.entries({ widget: guid, lang: wished, theme: look, csp, ...wishes });
      const kept = all.filter((each): each is [string, string] => Boolean(each[1]));
      return kept.length ? `/demo?${new URLSearchParams(kept)}` : '/demo';
    },
  };
}

/** The first supported language. */
function chooseLanguage(wanted: (string | undefined)[]) {
  const primary = wanted.map((each) => /^\s*([a-z]{2,3})\b/i.exec(each ?? '')?.[1]?.toLowerCase());
  return primary.find((each) => each === 'en' || each === 'ru') ?? 'en';
}
