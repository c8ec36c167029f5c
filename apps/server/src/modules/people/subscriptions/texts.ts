import { type Html, html } from '@parley/html';
import type { Language } from './links.ts';

interface Texts {
  /** Of the tab. */
  title: string;
  heading: string;
  lead: (address: Html, from: string | undefined) => Html;
  button: string | undefined;
}

export type PageName = 'ask' | 'unsubscribed' | 'resubscribed' | 'confirm' | 'confirmed' | 'invalid';

/** With hyphens at which no line breaks. */
export const texts: Record<Language, Record<PageName, Texts>> = {
  en: {
    ask: {
      title: 'Unsubscribe',
      heading: 'Unsubscribe from e‑mails?',
      lead: (address, from) =>
        html`${address} will get no more marketing e‑mails${from !== undefined && ` from ${from}`}.`,
      button: 'Unsubscribe',
    },
    unsubscribed: {
      title: 'Unsubscribed',
      heading: 'You’re unsubscribed',
      lead: (address, from) => html`${address} gets no more marketing e‑mails${from !== undefined && ` from ${from}`}.`,
      button: 'Subscribe again',
    },
    resubscribed: {
      title: 'Subscribed',
      heading: 'You’re subscribed again',
      lead: (address, from) => html`${address} gets e‑mails${from !== undefined && ` from ${from}`} as before.`,
      button: 'Unsubscribe',
    },
    confirm: {
      title: 'Confirm',
      heading: 'Do you want our e‑mails?',
      lead: (address, from) =>
        html`Marketing e‑mails${from !== undefined && ` from ${from}`} will come to ${address}. You can unsubscribe at any time.`,
      button: 'Yes, send them',
    },
    confirmed: {
      title: 'Confirmed',
      heading: 'You’re subscribed',
      lead: (address, from) =>
        html`Marketing e‑mails${from !== undefined && ` from ${from}`} will come to ${address}. Each has a link to unsubscribe.`,
      button: undefined,
    },
    invalid: {
      title: 'Link not valid',
      heading: 'This link isn’t valid',
      lead: () => html`It may be incomplete or too old. Open it from the e‑mail again.`,
      button: undefined,
    },
  },
  ru: {
    ask: {
      title: 'Отписаться',
      heading: 'Отписаться от рассылки?',
      lead: (address, from) =>
        html`На ${address} больше не будут приходить рассылки${from !== undefined && ` от «${from}»`}.`,
      button: 'Отписаться',
    },
    unsubscribed: {
      title: 'Вы отписались',
      heading: 'Вы отписались',
      lead: (address, from) => html`Рассылки${from !== undefined && ` от «${from}»`} больше не приходят на ${address}.`,
      button: 'Подписаться снова',
    },
    resubscribed: {
      title: 'Вы снова подписаны',
      heading: 'Вы снова подписаны',
      lead: (address, from) =>
        html`Рассылки${from !== undefined && ` от «${from}»`} приходят на ${address}, как раньше.`,
      button: 'Отписаться',
    },
    confirm: {
      title: 'Подтвердите подписку',
      heading: 'Присылать вам рассылку?',
      lead: (address, from) =>
        html`Рассылки${from !== undefined && ` от «${from}»`} будут приходить на ${address}. Отписаться можно в любой момент.`,
      button: 'Да, присылайте',
    },
    confirmed: {
      title: 'Вы подписаны',
      heading: 'Вы подписаны',
      lead: (address, from) =>
        html`Рассылки${from !== undefined && ` от «${from}»`} будут приходить на ${address}. В каждом письме есть ссылка, чтобы отписаться.`,
      button: undefined,
    },
    invalid: {
      title: 'Ссылка не работает',
      heading: 'Ссылка не работает',
      lead: () => html`Возможно, она скопирована не целиком или устарела. Откройте её из письма ещё раз.`,
      button: undefined,
    },
  },
};
