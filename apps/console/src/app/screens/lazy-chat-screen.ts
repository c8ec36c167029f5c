import { lazyScreen } from '../../ui/layout/lazy-screen.ts';

/** The largest chunk, and not needed until a chat is opened. */
export const LazyChatScreen = lazyScreen(() => import('./chat-screen.tsx'), 'ChatScreen');
