import { type ChatView, chatViews, type InboxQuery } from '@parley/live';

/** The view and the filters in the address. */
export interface InboxSearch {
  view?: ChatView;
  q?: string;
  tag?: string;
  channel?: string;
  agent?: number;
  unread?: true;
}

const isView = (value: unknown): value is ChatView => chatViews.includes(value as ChatView);

const written = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;

/** Drops invalid parameters. */
export function readInboxSearch({ view, q, tag, channel, agent, unread }: Record<string, unknown>): InboxSearch {
  const [text, tagName, channelName] = [written(q), written(tag), written(channel)];
  return {
    ...(isView(view) && { view }),
    ...(text && { q: text }),
    ...(tagName && { tag: tagName }),
    ...(channelName && { channel: channelName }),
    ...(Number.isSafeInteger(agent) && { agent: Number(agent) }),
    ...(unread === true && { unread }),
  };
}

/** The query of the API, without the parts that only the server can answer. */
export function toInboxQuery({ view = 'open', channel, agent, unread }: InboxSearch): InboxQuery {
  return {
    view,
    ...(channel && { channel }),
    ...(agent && { agent_id: agent }),
    ...(unread && { unread: 1 }),
  };
}

/** The server needs two characters. */
export const isSearched = ({ q = '' }: InboxSearch) => q.trim().length > 1;

/** Contact tags: the server's pages are shown as they are. */
export const isAnsweredByServer = ({ tag }: InboxSearch) => tag !== undefined;

/** Whether a filter is set. */
export const isNarrowed = ({ agent, tag, unread }: InboxSearch) =>
  agent !== undefined || tag !== undefined || unread === true;
