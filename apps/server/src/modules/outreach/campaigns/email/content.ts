import type { EmailSettings } from '@parley/contract';
import { html as markup } from '@parley/html';
import { textOfHtml } from '../../../../infra/mail/text-of-html.ts';
import type { InWidget, Read } from '../../../../kernel/data/context.ts';
import type { Language } from '../../../people/subscriptions/index.ts';
import { createFilling, type Described } from '../../variables/index.ts';
import { UNSUBSCRIBE_URL } from './settings.ts';

interface Links {
  language: Language;
  unsubscribeUrl: string;
  /** Makes an address whose visits are counted; absent where they are not. */
  track?: (url: string) => string;
}

export interface MailContent {
  subject: string;
  text: string;
  html: string | undefined;
}

const FOOTERS: Record<Language, string> = { en: 'Unsubscribe', ru: 'Отписаться' };
const VARIABLE = /\{\{\s*unsubscribe_url\s*(\|[^{}]*)?\}\}/;

/** Writes the e-mail of a campaign for one contact after the other. */
export async function createContents(work: InWidget<Read>, settings: EmailSettings) {
  const fillFor = await createFilling(work);
  return (contact: Described, { language, unsubscribeUrl, track }: Links): MailContent => {
    const fill = fillFor(contact);
    const further = { [UNSUBSCRIBE_URL]: unsubscribeUrl };
    const footer = `${FOOTERS[language]}: ${unsubscribeUrl}`;
    const html = settings.html === undefined ? undefined : completed(settings.html, language);
    const filled = html === undefined ? undefined : fill(html, { escaped: escapeHtml, further });
    const preheader = settings.preheader === undefined ? '' : fill(settings.preheader);
    const page = filled === undefined ? undefined : withPreheader(filled, preheader);
    return {
      subject: oneLine(fill(settings.subject ?? '')),
      text:
        settings.text === undefined
          ? textOfHtml(filled ?? '')
          : withFooter(fill(settings.text, { further }), settings.text, footer),
      html: page !== undefined && track ? tracked(page, unsubscribeUrl, track) : page,
    };
  };
}

const withFooter = (filled: string, text: string, footer: string) =>
  VARIABLE.test(text) ? filled : `${filled.trimEnd()}\n\n${footer}\n`;

/** With a link to unsubscribe. */
function completed(html: string, language: Language) {
  if (VARIABLE.test(html)) return html;
  const link = `<p style="margin-top:32px;font-size:12px;text-align:center"><a href="{{${UNSUBSCRIBE_URL}}}">${FOOTERS[language]}</a></p>`;
  const end = html.toLowerCase().lastIndexOf('</body');
  return end < 0 ? `${html}\n${link}` : `${html.slice(0, end)}${link}\n${html.slice(end)}`;
}

/** First in the document, where mail clients look for it, and out of sight. */
function withPreheader(html: string, preheader: string) {
  if (!preheader) return html;
  const hidden = markup`<div style="display:none;max-height:0;overflow:hidden">${preheader}</div>`.html;
  const body = /<body\b[^<>]*>/i.exec(html);
  const at = body ? body.index + body[0].length : 0;
  return html.slice(0, at) + hidden + html.slice(at);
}

/** Stops at every `<`, so that its time grows with the length alone. */
const LINK = /(<a\b[^<>]*?\shref\s*=\s*)(["'])(https?:\/\/[^"'<>\s]+)\2/gi;

const tracked = (html: string, unsubscribeUrl: string, track: (url: string) => string) =>
  html.replace(LINK, (whole, start: string, quote: string, value: string) => {
    const url = unescapeHtml(value);
    return url === unsubscribeUrl ? whole : `${start}${quote}${escapeHtml(track(url))}${quote}`;
  });

const escapeHtml = (text: string) => markup`${text}`.html;

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const unescapeHtml = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);

/** A subject can't have several lines, also if a contact's name has. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
