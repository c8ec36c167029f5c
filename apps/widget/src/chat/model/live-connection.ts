import type { VisitorMessage } from '@parley/contract';
import { connectVisitor, type VisitorClient, type VisitorState } from '@parley/live';
import type { Shell } from '../../shell.ts';
import { createIncoming } from './incoming.ts';
import type { Outgoing } from './outbox/outgoing.ts';
import type { OpenedSession } from './server-api.ts';

interface LiveConnectionPorts {
  shell: Shell;
  outgoing: Outgoing;
  onState(live: VisitorState): void;
  /** Connected, or connected again. */
  onOpen(): void;
  /** A message of somebody else has arrived. */
  onMessage(message: VisitorMessage): void;
  /** Without a reason, the visitor turned out to be another contact, who has another chat. */
  onRefused(reason?: string): void;
}

/** The live client of the open session, and what follows from its changes. */
export function createLiveConnection({ shell, outgoing, ...on }: LiveConnectionPorts) {
  const { origin: url, button_guid: buttonGuid } = shell.config;
  const incoming = createIncoming();
  let client: VisitorClient | undefined;
  let unsubscribe = () => {};
  let isOpen = false;
  /** Whether the visitor can see the conversation. */
  let isVisible = false;

  function onChange() {
    if (!client) return;
    const live = client.state;
    if (live.connection === 'refused') return on.onRefused(live.refusal?.reason);
    if (incoming.isOtherChat(live)) return on.onRefused();
    const { received, acceptedBy, unread } = incoming.read(live, isVisible);
    const wasOpen = isOpen;
    isOpen = live.connection === 'open';
    on.onState(live);
    outgoing.settle(live.pending);
    if (isOpen && !wasOpen) on.onOpen();
    if (received.length) client.receive();
    if (isVisible && live.chat?.unread) client.see();
    shell.setUnread(unread);
    if (acceptedBy) shell.emit('accept', { agent: { id: acceptedBy.id, name: acceptedBy.name } });
    for (const message of received) on.onMessage(message);
  }

  return {
    connect({ token, chat, history }: OpenedSession) {
      const messages = [...history.data].reverse();
      incoming.start(chat, messages);
      client = outgoing.connect((pending) => connectVisitor({ url, buttonGuid, token, chat, messages, pending }));
      unsubscribe = client.subscribe(onChange);
    },
    disconnect() {
      // First, since closing is a change too.
      unsubscribe();
      client?.close();
      client = undefined;
      isOpen = false;
      outgoing.disconnect();
      incoming.reset();
    },
    onChange,
    /** Sends agents a preview of what the visitor is typing. */
    setTyping: (text: string) => client?.type(text ? 'start' : 'stop', text),
    setVisible(isNowVisible: boolean) {
      isVisible = isNowVisible;
      onChange();
    },
  };
}
