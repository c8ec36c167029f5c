import type { Chat } from '@parley/live';
import { useRouter } from '@tanstack/react-router';
import { useSession } from '../../../data/session.ts';
import { useAgentName } from '../../../entities/agent/use-agent-name.ts';
import { usePresence } from '../../../entities/agent/use-presence.ts';
import { formatMoment } from '../../../entities/chat/snooze-times.ts';
import { useBlock } from '../../../entities/contact/use-block.ts';
import { useLocale } from '../../../locales/locale.tsx';
import * as updates from './chat-updates.ts';
import { useChatLink } from './use-chat-link.ts';
import { useChatUpdate } from './use-chat-update.ts';
import { useNextChat } from './use-next-chat.ts';
import { useTranscript } from './use-transcript.ts';

export type ChatActions = ReturnType<typeof useChatActions>;

/**
 * All updates of a chat. They are optimistic; those whose failure matters to the caller resolve to whether they
 * succeeded.
 */
export function useChatActions(chat: Chat) {
  const { locale, texts } = useLocale();
  const { said } = texts.chatActions;
  const me = useSession().agent.id;
  const nameOf = useAgentName();
  const run = useChatUpdate();
  const router = useRouter();
  const openNext = useNextChat(chat);
  const canClaim = useCanClaim(chat);
  const snoozedText = (until: string | null) =>
    until === null ? said.snoozedUntilWrites : said.snoozed(formatMoment(new Date(until), new Date(), locale));
  return {
    canClaim,
    close: () => {
      openNext();
      return run(updates.close(chat), { text: said.closed, undo: updates.undo(chat, 'close') });
    },
    reopen: () => run(updates.reopen(chat)),
    claim: () => run(updates.claim(chat, me)),
    /** The comment becomes a note. */
    assign: (agentId: number, comment?: string) => {
      if (agentId === me && canClaim && !comment) return run(updates.claim(chat, me));
      return run(updates.transfer(chat, agentId, comment), agentId === me ? {} : { text: said.given(nameOf(agentId)) });
    },
    transferTo: (department: { id: number; name: string }, comment?: string) =>
      run(updates.transferToDepartment(chat, department.id, comment), { text: said.given(department.name) }),
    attach: (agentId: number) => run(updates.attach(chat, agentId)),
    detach: (agentId: number) => run(updates.detach(chat, agentId)),
    /** Null snoozes until the visitor writes. */
    snooze: (until: string | null) =>
      run(updates.snooze(chat, until), { text: snoozedText(until), undo: updates.undo(chat, 'snooze') }),
    wake: () => run(updates.wake(chat)),
    markSpam: () => run(updates.markSpam(chat), { text: said.spam, undo: updates.undo(chat, 'spam') }),
    /** Leaves the chat: while it is open it would be read again. */
    markUnread: async () => {
      await router.navigate({ to: '/inbox', search: true });
      return run(updates.markUnread(chat));
    },
    askRating: () => run(updates.requestRating(chat), { text: said.ratingAsked }),
    saveTranscript: useTranscript(chat),
    copyLink: useChatLink(chat),
    ...useBlock({ id: chat.contact_id ?? '' }),
  };
}

/** The chat has no owner, or its owner is offline. */
function useCanClaim({ agent_id, contact_id }: Chat) {
  const me = useSession().agent.id;
  const presenceOf = usePresence();
  if (contact_id === null || agent_id === me) return false;
  return agent_id === null || presenceOf(agent_id) === 'offline';
}
