import type { InWidget, Read, WidgetContext } from '../../../kernel/data/context.ts';
import { defineJob } from '../../../kernel/jobs/jobs.ts';
import * as widgets from '../../account/widgets/index.ts';
import * as contacts from '../contacts/index.ts';
import { createLinks, type Language } from './links.ts';

const HOUR = 3_600;
const DAY = 86_400;
const MAILS_OF_CONTACT = 3;
const MAILS_OF_NETWORK = 10;
const MAILS_OF_WIDGET = 1_000;

interface Confirmation {
  widget_id: number;
  contact_number: number;
  language: Language;
}

/**
 * Asks the owner of the address whether they want marketing e-mails: only their yes counts, since anybody can type an address
 * into a form. Hence also the caps; past them nothing is sent, and the form is accepted as usual.
 */
export async function requestConfirmation(ctx: WidgetContext, contactNumber: number, locale: string | null) {
  const { limits, caller, widgetId } = ctx;
  const counts = [
    await limits.counter('confirmations of a contact', MAILS_OF_CONTACT, HOUR).add(`${widgetId} ${contactNumber}`),
    await limits.counter('confirmations of a network', MAILS_OF_NETWORK, HOUR).add(caller.network),
    await limits.counter('confirmations of a widget', MAILS_OF_WIDGET, DAY).add(String(widgetId)),
  ];
  if (counts.some(({ isOver }) => isOver)) return;
  const language: Language = /^ru(?![a-z])/i.test(locale ?? '') ? 'ru' : 'en';
  ctx.enqueue(mailConfirmation, { widget_id: widgetId, contact_number: contactNumber, language });
}

export const mailConfirmation = defineJob<Confirmation>({
  name: 'subscriptions.mail_confirmation',
  attempts: 6,
  timeoutMs: 60_000,
  run: async (work, { widget_id: widgetId, contact_number: number, language }) => {
    const contact = await contacts.findByNumber({ ...work, widgetId }, number);
    if (!contact?.email || contact.email_consent || contact.blocked_at !== null) return;
    const { email } = contact;
    const link = await work.unitOfWork.write({}, async (write) => {
      const linkTo = await createLinks({ ...write, widgetId }, 'confirm');
      return linkTo({ contact: number, email, language });
    });
    await work.mail.send({ widgetId, to: email, ...writeMail(language, await siteName({ ...work, widgetId }), link) });
  },
});

/** As visitors know it: in a subject, so on one line. */
async function siteName(work: InWidget<Read>) {
  const { widget_name } = await widgets.readSettings(work, work.widgetId);
  return widget_name?.replace(/\s+/g, ' ').trim() || new URL(work.publicUrl).host;
}

function writeMail(language: Language, site: string, link: string) {
  if (language === 'ru') {
    return {
      subject: `Подтвердите подписку: ${site}`,
      text: `Здравствуйте!

Вы отметили в чате, что хотите получать рассылки (${site}). Чтобы подтвердить это, откройте ссылку и нажмите кнопку:
${link}

Ссылка действует неделю. Если это были не вы, ничего делать не нужно: рассылки приходить не будут.
`,
    };
  }
  return {
    subject: `Confirm your subscription: ${site}`,
    text: `Hello!

You ticked in the chat that you want marketing e-mails (${site}). To confirm it, open this link and press the button:
${link}

The link is valid for a week. If it wasn't you, do nothing: you won't get any.
`,
  };
}
