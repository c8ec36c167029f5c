import { useEffect } from 'react';
import type { Draft } from './draft.ts';
import { modes } from './draft-storage.ts';

/** Stores the draft when the chat or the page is left, and reads changes of other tabs. */
export function useDraftSaving(draft: Draft) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (modes.some((mode) => draft.state.attachments[mode].length)) event.preventDefault();
    };
    draft.refresh();
    addEventListener('storage', draft.refresh);
    addEventListener('pagehide', draft.leave);
    addEventListener('beforeunload', ask);
    return () => {
      removeEventListener('storage', draft.refresh);
      removeEventListener('pagehide', draft.leave);
      removeEventListener('beforeunload', ask);
      draft.leave();
    };
  }, [draft]);
}
