import type { VisitorChat, VisitorMessage } from '@parley/contract';
import { EMPTY_CONTENT } from '../chat/model/content.ts';
import type { OpenedSession } from '../chat/model/server-api.ts';
import type { Scene } from './scene.ts';

const HOUR_MS = 3_600_000;

/** Answers the widget as the server would, without one: nothing that is tried out in the preview is stored. */
export function createPretendServer({ config, isOnline, history, invitation }: Scene) {
  const hasBadge = invitation?.action === 'badge';
  const [agent] = config.people;
  const messages = history.map((body, at) => toMessage(at, { type: 'text', body }));

  function toMessage(at: number, content: Partial<VisitorMessage>): VisitorMessage {
    const isOwn = at % 2 === 0 || at >= history.length;
    const created_at = new Date(Date.now() - (at < history.length ? HOUR_MS : 0)).toISOString();
    return {
      id: at + 1,
      seq: at + 1,
      client_message_id: null,
      sender: isOwn ? 'client' : 'agent',
      agent_id: isOwn ? null : (agent?.id ?? null),
      ...EMPTY_CONTENT,
      created_at,
      seen_at: created_at,
      ...content,
    };
  }

  function chatNow(): VisitorChat | null {
    if (!messages.length) return null;
    return {
      id: 1,
      version: messages.length,
      status: 'open',
      last_seq: messages.length,
      seen_seq: messages.length,
      unread: 0,
      rating_requested_at: null,
      agent: history.length && agent ? { id: agent.id, name: agent.name, online: isOnline } : null,
    };
  }

  const session = (): OpenedSession => ({
    token: 'preview',
    chat: chatNow(),
    contact: null,
    history: { data: [...messages].reverse(), next_cursor: null },
    online: isOnline,
  });

  const responses: Record<string, () => unknown> = {
    visit: () => ({ online: isOnline, unread: Number(hasBadge), invited: hasBadge, visit_id: 'preview' }),
    session,
    contact: () => ({ data: { name: null, email: null, phone: null, description: null } }),
  };

  const calls: Record<string, (body: Partial<VisitorMessage>) => unknown> = {
    resume: ({ seq = 0 }) => ({ chat: chatNow(), messages: messages.slice(seq), more: false, online: isOnline }),
    send(content) {
      const stored = toMessage(messages.length, content);
      messages.push(stored);
      return stored;
    },
    seen: () => ({ unread: 0 }),
  };

  return {
    fetch: async (url: string | URL | Request) => {
      const [path = ''] = String(url).split('/').at(-1)?.split('?') ?? [];
      return Response.json(responses[path]?.() ?? {});
    },
    call: (name: string, body: object) => ({ data: calls[name]?.(body) ?? {} }),
  };
}

export type PretendServer = ReturnType<typeof createPretendServer>;
