import { expect, test } from 'vitest';
import {
  contentOf,
  type EmailValues,
  emailPatchOf,
  emailSettingsOf,
  emailValuesOf,
  emptyEmail,
  hasUnsubscribeLink,
} from './email-values.ts';

const MOSCOW = 'Europe/Moscow';
const full: EmailValues = {
  ...emptyEmail,
  name: 'Sale',
  subject: 'The sale, {{contact.first_name|friend}}',
  preheader: 'Up to 30 % off',
  html: '<p>Hi</p>',
  text: 'Hi',
  hasOwnText: true,
  fromName: 'Ann',
  replyTo: 'ann@example.com',
  consentBasis: 'attested',
  tagsAny: ['vip'],
  ratePerMinute: 60,
};

test('a saved e-mail fills the form as it was', () => {
  expect(emailValuesOf({ name: 'Sale', settings: emailSettingsOf(full, MOSCOW) }, MOSCOW)).toEqual(full);
});

test('parts that are hidden in the form are not sent', () => {
  expect(contentOf({ ...full, hasOwnText: false })).toEqual({ html: '<p>Hi</p>' });
  expect(contentOf({ ...full, mode: 'text' })).toEqual({ text: 'Hi' });
  expect(emailValuesOf({ name: 'Sale', settings: { text: 'Hi' } }, MOSCOW)).toMatchObject({ mode: 'text', text: 'Hi' });
});

test('what was cleared is removed', () => {
  expect(emailPatchOf(emailSettingsOf({ ...emptyEmail, subject: ' ' }, MOSCOW))).toMatchObject({
    subject: null,
    html: null,
    text: null,
    reply_to: null,
    audience: null,
    consent_basis: 'recorded',
  });
});

test('a link to unsubscribe is looked for in the part that is shown', () => {
  const link = '{{ unsubscribe_url }}';
  expect(hasUnsubscribeLink({ mode: 'html', html: `<a href="${link}">Leave</a>`, text: '' })).toBe(true);
  expect(hasUnsubscribeLink({ mode: 'text', html: link, text: 'Hi' })).toBe(false);
});
