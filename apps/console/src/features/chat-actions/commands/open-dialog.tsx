import { createContext, type ReactNode, use, useState } from 'react';

export type ChatDialog = 'transfer' | 'colleagues' | 'snooze' | 'why';

interface OpenedDialog {
  chatId: number;
  dialog: ChatDialog;
}

const DialogContext = createContext<[OpenedDialog | undefined, (opened: OpenedDialog | undefined) => void]>([
  undefined,
  () => undefined,
]);

/** Wraps the screens and the palette, which opens dialogs of the open chat. */
export function ChatDialogProvider({ children }: { children: ReactNode }) {
  return <DialogContext value={useState<OpenedDialog>()}>{children}</DialogContext>;
}

export function useChatDialog(chatId: number) {
  const [opened, setOpened] = use(DialogContext);
  return {
    dialog: opened?.chatId === chatId ? opened.dialog : undefined,
    open: (dialog: ChatDialog) => setOpened({ chatId, dialog }),
    close: () => setOpened(undefined),
  };
}
