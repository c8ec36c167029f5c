import type { ConsoleLocale } from '@parley/contract';
import type { InWidget, Read, SessionContext, Write } from '../../../kernel/data/context.ts';
import { problem } from '../../../kernel/problems.ts';
import * as accounts from '../../account/accounts/index.ts';
import * as agents from '../../account/agents/index.ts';
import * as users from '../../account/users/index.ts';
import * as widgets from '../../account/widgets/index.ts';
import * as statistics from '../statistics/index.ts';
import { english } from './scripts/en.ts';
import { russian } from './scripts/ru.ts';
import * as store from './store.ts';
import { DAYS, tellStory } from './story.ts';

const LANGUAGES = { en: english, ru: russian };

/** The console offers to fill this widget. */
export const offer = (work: Write, widgetId: number) => store.mark({ ...work, widgetId }, 'offer', [widgetId]);

export async function getState(ctx: SessionContext<Read>) {
  const [offers, contacts] = [await store.countOf(ctx, 'offer'), await store.countOf(ctx, 'contact')];
  return { is_offered: offers > 0 && contacts === 0, contacts, agents: await store.countOf(ctx, 'agent') };
}

/** Three weeks of chats with contacts, ratings and colleagues. Nothing leaves the server: no events, mails or pushes. */
export async function fill(work: Write, widgetId: number, locale: ConsoleLocale) {
  const widget = await widgets.find(work, widgetId);
  if (!widget) throw problem('not_found');
  const ctx: InWidget = { ...work, widgetId };
  store.lock(ctx);
  if (await store.countOf(ctx, 'contact')) throw problem('sample_data_exists');
  const language = LANGUAGES[locale];
  const agentIds = await addColleagues(ctx, widget.account_id, language.colleagues);
  const timeZone = await accounts.getTimeZone({ ...ctx, accountId: widget.account_id });
  const chats = tellStory({ language, agentIds, now: work.now, timeZone });
  const contactIds = await store.insertContacts(ctx, widget.account_id, chats);
  store.mark(ctx, 'contact', contactIds);
  const chatIds = await store.insertChats(ctx, chats, contactIds);
  await store.insertHeads(ctx, chats, chatIds);
  await store.insertMessages(ctx, chats, chatIds);
  await store.insertRatings(ctx, chats, { contactIds, chatIds });
  await store.countMessages(ctx, 1);
  return { chats: chatIds.length, contacts: contactIds.length, agents: agentIds.length };
}

/** They have no password, so nobody can sign in as one of them. */
async function addColleagues(ctx: InWidget, accountId: number, people: { name: string; surname: string }[]) {
  const ids: number[] = [];
  const created_at = ctx.now.subtract({ hours: 24 * (DAYS + 1) });
  for (const [index, person] of people.entries()) {
    const email = `sample-${ctx.widgetId}-${index + 1}@shop.example`;
    const user = await users.create(ctx, { email, ...person });
    const agent = await agents.create(
      { ...ctx, now: created_at },
      { accountId, widgetId: ctx.widgetId, userId: user.id, role: 'operator' },
    );
    ids.push(agent.id);
  }
  store.mark(ctx, 'agent', ids);
  return ids;
}

/** What was filled in, with everything that came to it since, and nothing else. */
export async function remove(work: Write, widgetId: number) {
  const ctx: InWidget = { ...work, widgetId };
  store.lock(ctx);
  const { chatIds, agentIds } = await store.listMarked(ctx);
  await store.countMessages(ctx, -1);
  const contacts = await store.removeContacts(ctx);
  await store.reassignChats(ctx, agentIds);
  await statistics.forgetChats(ctx, chatIds, agentIds);
  await store.removeAgents(ctx, agentIds);
  await store.unmark(ctx);
  return { contacts, agents: agentIds.length };
}
