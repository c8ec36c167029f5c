import { useSyncExternalStore } from 'react';
import { api } from '../../../data/api.ts';
import type { Desk } from '../../../data/live/connection.ts';
import { useDesk } from '../../../data/live/live.tsx';
import { useSession } from '../../../data/session.ts';
import { createSheet, type Sheet, type SheetState } from './draft.ts';
import { createDrafts } from './draft-storage.ts';

/** By connection: whoever signs in next, or works in another widget, has sheets of their own. */
const desks = new WeakMap<Desk, (chatId: number) => Sheet>();

/** What is being written in a chat, also while another one is shown. */
export function useSheet(chatId: number): Sheet {
  const desk = useDesk();
  const { widget, agent } = useSession();
  let open = desks.get(desk);
  if (!open) {
    open = createSheets(desk, `parley-drafts-${widget.id}-${agent.id}`);
    desks.set(desk, open);
  }
  return open(chatId);
}

/** A part of it: what is drawn from that part is not drawn again for another one. It gives what can be told apart by `Object.is`. */
export function useSheetPart<Part>(sheet: Sheet, select: (state: SheetState) => Part): Part {
  return useSyncExternalStore(sheet.subscribe, () => select(sheet.state));
}

function createSheets(desk: Desk, name: string) {
  const sheets = new Map<number, Sheet>();
  const drafts = createDrafts(name);
  const upload = (file: File, signal: AbortSignal) => api.files.create({ file, signal });
  return (chatId: number) => {
    const sheet = sheets.get(chatId) ?? createSheet({ chatId, desk, drafts, upload });
    sheets.set(chatId, sheet);
    return sheet;
  };
}
