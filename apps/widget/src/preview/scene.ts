import type { ActiveInvitation, WidgetConfig } from '@parley/contract';

/** What a visitor sees of an invitation. */
type InvitationShown = Pick<ActiveInvitation, 'action' | 'text' | 'texts' | 'quick_replies' | 'from'>;

/** What the console shows the widget in. */
export interface Scene {
  config: WidgetConfig;
  isOpen: boolean;
  isOnline: boolean;
  /** Of the visitor's system. */
  isDark: boolean;
  /** Of the page. */
  language: string;
  /** Texts of a conversation from before, visitor first; empty on a first visit. */
  history: string[];
  invitation?: InvitationShown;
}
