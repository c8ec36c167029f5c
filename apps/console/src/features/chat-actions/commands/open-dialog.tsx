import { createContext, type ReactNode, use, useState } from 'react';

/** What needs more than a choice. */
export type ChatDialog = 'transfer' | 'colleagues' | 'snooze';

interface Opened {
  chatId: number;
  dialog: ChatDialog;
}

const DialogContext = createContext<[Opened | undefined, (opened: Opened | undefined) => void]>([
  undefined,
  () => undefined,
]);

/** Around the screens and the palette, which opens dialogs of the chat that is shown. */
export function ChatDialogProvider({ children }: { children: ReactNode }) {
  return <DialogContext value={useState<Opened>()}>{children}</DialogContext>;
}

export function useChatDialog(chatId: number) {
  const [opened, setOpened] = use(DialogContext);
  return {
    dialog: opened?.chatId === chatId ? opened.dialog : undefined,
    open: (dialog: ChatDialog) => setOpened({ chatId, dialog }),
    close: () => setOpened(undefined),
  };
}
