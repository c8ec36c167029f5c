import type { EmailSettings } from '@parley/contract';
import type { api } from '../../../../../data/api.ts';
import {
  emptySend,
  given,
  type SendValues,
  sendSettingsOf,
  sendValuesOf,
  sharedMembers,
} from '../../../sends/compose/draft/send-values.ts';

export const modes = ['html', 'text'] as const;

/** What the form of an e-mail edits. */
export interface EmailValues extends SendValues {
  subject: string;
  preheader: string;
  mode: (typeof modes)[number];
  html: string;
  text: string;
  /** Whether the text beside the HTML is written by hand. */
  hasOwnText: boolean;
  fromName: string;
  replyTo: string;
  consentBasis: 'recorded' | 'attested';
  trackClicks: boolean;
}

export const emptyEmail: EmailValues = {
  ...emptySend,
  subject: '',
  preheader: '',
  mode: 'html',
  html: '',
  text: '',
  hasOwnText: false,
  fromName: '',
  replyTo: '',
  consentBasis: 'recorded',
  trackClicks: true,
};

interface Named {
  name: string;
  settings: EmailSettings;
}

export const emailValuesOf = ({ name, settings }: Named, timeZone: string): EmailValues => ({
  ...sendValuesOf(settings, timeZone),
  name,
  subject: settings.subject ?? '',
  preheader: settings.preheader ?? '',
  mode: settings.text && !settings.html ? 'text' : 'html',
  html: settings.html ?? '',
  text: settings.text ?? '',
  hasOwnText: Boolean(settings.html && settings.text),
  fromName: settings.from_name ?? '',
  replyTo: settings.reply_to ?? '',
  consentBasis: settings.consent_basis ?? 'recorded',
  trackClicks: settings.track_clicks ?? false,
});

const filled = (text: string) => text.trim() || undefined;

/** The parts of the mail that are sent; what is hidden in the form is left out. */
export function contentOf({ mode, html, text, hasOwnText }: EmailValues) {
  const isHtml = mode === 'html';
  return {
    ...given('html', isHtml && html.trim() ? html : undefined),
    ...given('text', (!isHtml || hasOwnText) && text.trim() ? text : undefined),
  };
}

export const emailSettingsOf = (values: EmailValues, timeZone: string): EmailSettings => ({
  ...given('subject', filled(values.subject)),
  ...given('preheader', filled(values.preheader)),
  ...contentOf(values),
  ...given('from_name', filled(values.fromName)),
  ...given('reply_to', filled(values.replyTo)),
  consent_basis: values.consentBasis,
  track_clicks: values.trackClicks,
  ...sendSettingsOf(values, timeZone),
});

const MEMBERS = [
  'subject',
  'preheader',
  'html',
  'text',
  'from_name',
  'reply_to',
  'consent_basis',
  'track_clicks',
  ...sharedMembers,
] as const;

/** All members, so that those that were cleared are removed. */
export const emailPatchOf = (settings: EmailSettings) =>
  Object.fromEntries(MEMBERS.map((name) => [name, settings[name] ?? null])) as NonNullable<
    Parameters<typeof api.campaigns.update>[0]['body']['settings']
  >;

/** Without a link to unsubscribe, one is added at the end. */
export const hasUnsubscribeLink = ({ mode, html, text }: Pick<EmailValues, 'mode' | 'html' | 'text'>) =>
  /\{\{\s*unsubscribe_url\b/.test(mode === 'html' ? html : text);
