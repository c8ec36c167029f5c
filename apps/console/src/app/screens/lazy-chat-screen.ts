import { lazyScreen } from '../../ui/layout/lazy-screen.ts';

/** Larger than everything around it, and not needed until a chat is opened: the list does not wait for it. */
export const LazyChatScreen = lazyScreen(() => import('./chat-screen.tsx'), 'ChatScreen');
