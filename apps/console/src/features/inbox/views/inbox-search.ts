export const views = ['mine', 'unassigned', 'open', 'ai', 'snoozed', 'done', 'spam'] as const;
export type View = (typeof views)[number];

/** What the inbox shows, as its address says it. */
export interface InboxSearch {
  view?: View;
  q?: string;
  tag?: string;
  channel?: string;
  agent?: number;
  unread?: true;
}

const isView = (value: unknown): value is View => views.includes(value as View);

const written = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;

/** An address that somebody typed may hold anything: what makes no sense is left out. */
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

/** Whether the view shows less than all that is in it. */
export const isNarrowed = ({ agent, tag, unread }: InboxSearch) =>
  agent !== undefined || tag !== undefined || unread === true;
