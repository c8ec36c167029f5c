import { useEffect } from 'react';
import type { Sheet } from './draft.ts';

/** Keeps what is written when the chat or the page is left, and takes in what another tab wrote. */
export function useKeeping(sheet: Sheet) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (sheet.state.attachments.length) event.preventDefault();
    };
    sheet.refresh();
    addEventListener('storage', sheet.refresh);
    addEventListener('pagehide', sheet.leave);
    addEventListener('beforeunload', ask);
    return () => {
      removeEventListener('storage', sheet.refresh);
      removeEventListener('pagehide', sheet.leave);
      removeEventListener('beforeunload', ask);
      sheet.leave();
    };
  }, [sheet]);
}
