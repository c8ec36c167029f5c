import type { Session } from '../../../data/api.ts';
import { type InboxSearch, readInboxSearch } from '../../../entities/chat/inbox-search.ts';

export type SavedView = Session['agent']['preferences']['saved_views'][number];

/** The address of a saved view. */
export const searchOf = ({ name: _, agent_id, ...rest }: SavedView) => readInboxSearch({ ...rest, agent: agent_id });

/** The view and the filters that are set, without the searched text. */
export function toSavedView(name: string, { q: _, agent, ...rest }: InboxSearch): SavedView {
  return { name, ...rest, ...(agent !== undefined && { agent_id: agent }) };
}

/** The saved view that is open, whatever is searched in it. */
export const findOpenView = (views: readonly SavedView[], search: InboxSearch) =>
  views.find((view) => isSame(searchOf(view), search));

const isSame = ({ view = 'open', ...one }: InboxSearch, { view: otherView = 'open', ...other }: InboxSearch) =>
  view === otherView && (['tag', 'channel', 'agent', 'unread'] as const).every((name) => one[name] === other[name]);
