import type { Memory, SiteEvent, WidgetState } from '../shell.ts';
import type { Launcher } from './launcher.ts';
import { markTitle } from './title.ts';

type Emit = (event: SiteEvent, detail: unknown) => void;

/** The state that the site and the launcher show. */
export function createStatus(launcher: Launcher, memory: Memory, emit: Emit, onOnlineChange: () => void) {
  const state: WidgetState = { open: false, online: null, unread: 0 };

  return {
    state,
    setOpen(open: boolean) {
      state.open = open;
      // Also when closed: a chat that was closed does not open by itself on the next page.
      memory.set('open', open ? '1' : '0');
      launcher.set({ isOpen: open });
    },
    setUnread(unread: number) {
      if (unread === state.unread) return;
      state.unread = unread;
      launcher.set({ unread });
      markTitle(unread);
      emit('unread', { count: unread });
    },
    setOnline(online: boolean) {
      if (online === state.online) return;
      state.online = online;
      onOnlineChange();
      emit('online', { online });
    },
  };
}
