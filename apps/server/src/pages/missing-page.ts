import { html, mark, type Page, page, trusted } from '@parley/html';
import type { FastifyRequest } from 'fastify';
import { prefersJson } from './documents.ts';

const TEXTS = {
  en: {
    title: 'Not found · Parley',
    heading: 'Page not found',
    lead: 'The address may be mistyped, or the page may have moved.',
    home: 'Go to Parley',
  },
  ru: {
    title: 'Не найдено · Parley',
    heading: 'Страница не найдена',
    lead: 'Возможно, в адресе опечатка или страница переехала.',
    home: 'Открыть Parley',
  },
};

type Language = keyof typeof TEXTS;

const STYLE = `
main { box-sizing: border-box; min-block-size: 100dvh; display: grid; place-content: center; justify-items: center; padding: 1.5rem; text-align: center; }
svg { inline-size: 2.5rem; }
h1 { margin: 1rem 0 0.5rem; font-size: 1.5rem; line-height: 1.3; font-weight: 600; }
p { margin: 0; max-inline-size: 26rem; color: var(--quiet); font-size: 0.875rem; }
a { margin-block-start: 1.5rem; padding: 0.5rem 1rem; border-radius: 0.5rem; background: var(--accent); color: var(--paper); font-size: 0.875rem; font-weight: 500; text-decoration: none; }
`;

/** Paths of programs, which read problems. */
const API = /^\/(?:api|console-api|widget-api|compat|socket\.io|files|w)(?:[/?]|$)/;

const pages: Record<Language, Page> = { en: write('en'), ru: write('ru') };

/** The page for a browser that opened an unknown address; undefined for programs. */
export function missingPage({ method, url, headers }: FastifyRequest): Page | undefined {
  const isOpened = method === 'GET' || method === 'HEAD';
  if (!isOpened || API.test(url) || !isReadByBrowser(headers.accept)) return undefined;
  return pages[/^ru\b/i.test(headers['accept-language'] ?? '') ? 'ru' : 'en'];
}

const isReadByBrowser = (accept = '') => /\btext\/html\b/i.test(accept) && !prefersJson(accept);

function write(language: Language) {
  const { title, heading, lead, home } = TEXTS[language];
  const body = html`<main>${trusted(mark)}<h1>${heading}</h1><p>${lead}</p><a href="/app/">${home}</a></main>`;
  return page({ title, language, style: STYLE, body });
}
