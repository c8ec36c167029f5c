import type { WidgetConfig } from '@parley/contract';
import { createBubble } from '../invitations/bubble.ts';
import { contentOf } from '../invitations/content.ts';
import type { Chat, Handover } from '../shell.ts';
import type { Scene } from './scene.ts';

interface ChatFrame extends Window {
  parley?: Handover<Chat>;
}

/** Shows the invitation of a scene in a widget, as its inviter would. */
export function createInvitation(config: WidgetConfig) {
  let scene: Scene | undefined;
  let bubble: ReturnType<typeof createBubble> | undefined;
  let chat: Chat | undefined;
  const language = () => scene?.language ?? '';

  function offer() {
    if (scene?.invitation?.action !== 'open') return;
    const { sender, ...content } = contentOf({ config, language }, scene.invitation);
    chat?.offer({ ...content, agentId: sender?.id ?? null });
  }

  return {
    show(next: Scene, root: ShadowRoot) {
      scene = next;
      offer();
      const { invitation } = next;
      if (invitation?.action !== 'bubble') return bubble?.hide();
      const nothing = () => {};
      const shell = { config, language, uiLanguage: language, root, window };
      bubble ??= createBubble(shell, { onOpen: nothing, onReply: nothing, onDismiss: nothing });
      bubble.show(contentOf(shell, invitation));
    },
    /** The loader hands itself to the chat in its frame, which answers once it is loaded. */
    watchFrame(frame: ChatFrame) {
      Object.defineProperty(frame, 'parley', {
        configurable: true,
        set(handover: Handover<Chat>) {
          const ready = (loaded: Chat) => {
            chat = loaded;
            handover.ready(loaded);
            offer();
          };
          Object.defineProperty(frame, 'parley', { value: { ...handover, ready } });
        },
      });
    },
  };
}
