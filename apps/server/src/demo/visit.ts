import { locales } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { texts as english, type Texts } from './locales/en.ts';
import { texts as russian } from './locales/ru.ts';

/** What the address of the page asks for. */
export interface Wishes {
  texts: Texts;
  /** Of the texts. */
  language: 'en' | 'ru';
  /** Of the page as it says itself. */
  lang: string;
  theme: 'auto' | 'light' | 'dark';
  /** With the strictest policy that the widget works under. */
  isStrict: boolean;
  /** Of the widget; without one, the first there is. */
  guid: string | undefined;
  /** Of this page with other wishes; an empty one is dropped. */
  addressWith: (wishes: Record<string, string>) => string;
}

/** Everything that the page is drawn from. */
export interface Visit extends Wishes {
  widget: { domain: string | null; isHere: boolean; isApiEnabled: boolean };
  /** As people paste it. */
  tag: string;
  publicUrl: string;
  policy: string;
}

const TEXTS = { en: english, ru: russian };

/** What is not to be had is passed over. */
export function readWishes({ query, headers }: FastifyRequest): Wishes {
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

/** The first that the page is written in. */
function chooseLanguage(wanted: (string | undefined)[]) {
  const primary = wanted.map((each) => /^\s*([a-z]{2,3})\b/i.exec(each ?? '')?.[1]?.toLowerCase());
  return primary.find((each) => each === 'en' || each === 'ru') ?? 'en';
}
