import type { api, MailTest } from '@parley/contract';
import type { Mail } from '../../../infra/mail/mailer.ts';
import type { Before, Context, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import * as accounts from '../accounts/index.ts';
import * as widgets from '../widgets/index.ts';
import { maskSecrets } from './mask-secrets.ts';
import { writeTestMail } from './test-mail.ts';

type MailContext = Before<Context<Read>>;

export async function readSettings(ctx: MailContext) {
  const { from, server } = ctx.mail;
  const { email } = await accounts.getProfile(ctx);
  const smtp = server ? { host: server.host, port: server.port, is_secure: server.isSecure, user: server.user } : null;
  return async () => ({ smtp, from, test_to: email });
}

/** A refusal by the mail server is a result of the test, not an error of the request. */
export async function sendTest(ctx: MailContext) {
  const { email: to, locale } = await accounts.getProfile(ctx);
  const letter = writeTestMail({ to, locale, from: ctx.mail.from, publicUrl: ctx.publicUrl });
  const result = await trySending(ctx, { ...letter, widgetId: ctx.widgetId });
  return async (): Promise<MailTest> => ({ to, ...result });
}

export async function trySending({ mail, log }: MailContext, letter: Mail) {
  try {
    return { sent: true, response: await mail.send(letter) };
  } catch (error) {
    const { message } = error as Error;
    log.warn({ reason: message }, 'a test e-mail could not be sent');
    return { sent: false, response: message };
  }
}

export async function listOutbox(ctx: MailContext, query: Query<typeof api.mail.listOutbox, 'cursor' | 'limit'>) {
  const { outbox, server } = ctx.mail;
  const widgetIds = server ? [] : await widgets.listOfAccount(ctx, ctx.accountId);
  const page = await paged(ctx, query, {
    position: ({ id }: { id: string }) => [id],
    read: async ([before], limit) => {
      const mails = await outbox.list({ widgetIds, before, limit });
      return mails.map(({ name, at, to, subject, text }) => ({
        id: name.replace(/\.eml$/, ''),
        to,
        subject,
        text: maskSecrets(text),
        created_at: at,
      }));
    },
    item: (row) => row,
  });
  return async () => page;
}
