import type { Chat } from '@parley/live';
import { useSession } from '../../../data/session.ts';
import { useAgentName } from '../../../entities/agent/use-agent-name.ts';
import { usePresence } from '../../../entities/agent/use-presence.ts';
import { useBlock } from '../../../entities/contact/use-block.ts';
import { useLocale } from '../../../locales/locale.tsx';
import * as deeds from './chat-updates.ts';
import { sayMoment } from './snooze-times.ts';
import { useChatLink } from './use-chat-link.ts';
import { useDeed } from './use-chat-update.ts';
import { useChatFile } from './use-transcript.ts';

export type ChatActions = ReturnType<typeof useChatActions>;

/**
 * Everything that can be done to a chat as a whole. Each shows its effect at once; those that can fail in a way that
 * matters to the caller say whether they were done.
 */
export function useChatActions(chat: Chat) {
  const { locale, texts } = useLocale();
  const { said } = texts.chatActions;
  const me = useSession().agent.id;
  const nameOf = useAgentName();
  const run = useDeed();
  const canClaim = useCanClaim(chat);
  const saySnoozed = (until: string | null) =>
    until === null ? said.snoozedUntilWrites : said.snoozed(sayMoment(new Date(until), new Date(), locale));
  return {
    canClaim,
    close: () => run(deeds.closing(chat), { said: said.closed, undo: deeds.restoring(chat) }),
    reopen: () => run(deeds.opening(chat)),
    claim: () => run(deeds.claiming(chat, me)),
    /** A comment becomes a note. */
    assign: (agentId: number, comment?: string) => {
      if (agentId === me && canClaim && !comment) return run(deeds.claiming(chat, me));
      return run(deeds.giving(chat, agentId, comment), agentId === me ? {} : { said: said.given(nameOf(agentId)) });
    },
    attach: (agentId: number) => run(deeds.attaching(chat, agentId)),
    detach: (agentId: number) => run(deeds.detaching(chat, agentId)),
    /** Null is until the visitor writes. */
    snooze: (until: string | null) =>
      run(deeds.snoozing(chat, until), { said: saySnoozed(until), undo: deeds.waking(chat) }),
    wake: () => run(deeds.waking(chat)),
    markSpam: () => run(deeds.markingSpam(chat), { said: said.spam, undo: deeds.restoring(chat) }),
    askRating: () => run(deeds.askingRating(chat), { said: said.ratingAsked }),
    saveTranscript: useChatFile(chat),
    copyLink: useChatLink(chat),
    ...useBlock({ id: chat.contact_id ?? '' }),
  };
}

/** Nobody has it, or whoever has it is not here. */
function useCanClaim({ agent_id, contact_id }: Chat) {
  const me = useSession().agent.id;
  const presenceOf = usePresence();
  if (contact_id === null || agent_id === me) return false;
  return agent_id === null || presenceOf(agent_id) === 'offline';
}
