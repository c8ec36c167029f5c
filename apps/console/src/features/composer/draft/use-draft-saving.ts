import { useEffect } from 'react';
import type { Draft } from './draft.ts';

/** Stores the draft when the chat or the page is left, and reads changes of other tabs. */
export function useDraftSaving(draft: Draft) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (draft.state.attachments.length) event.preventDefault();
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
