import { createChime } from '@parley/content';
import type { VisitorMessage } from '@parley/contract';
import type { VisitorContent } from '@parley/live';
import type { Texts } from '../../locales/en.ts';
import type { OpenedBy, Shell } from '../../shell.ts';
import { createContactSubmission } from './contact-submission.ts';
import { createConversation } from './conversation.ts';
import { createPanelStore, type PanelState, syncPanel } from './panel.ts';
import type { ServerApi } from './server-api.ts';
import { createSiteCommands } from './site-commands.ts';

const CHIME = {
  tones: [
    [659.25, 0],
    [880, 0.11],
  ],
  loudness: 0.09,
  seconds: 0.5,
  pauseMs: 1_000,
} as const;

interface ModelPorts {
  shell: Shell;
  api: ServerApi;
  /** Loads the texts of the current interface language. */
  loadTexts(): Promise<Texts>;
}

/** State and actions of the chat; the components render it. */
export function createModel({ shell, api, loadTexts }: ModelPorts) {
  const { config, memory, window: page } = shell;
  const chime = createChime(CHIME);
  const panel = createPanelStore(shell);
  const conversation = createConversation({
    shell,
    api,
    onMessage,
    onResetElsewhere: () => void siteCommands.reset(true),
    onChange: reportOnline,
  });
  const parts = { shell, api, panel, conversation };
  const siteCommands = createSiteCommands(parts);

  function onMessage({ id, sender, type, body }: VisitorMessage) {
    if (panel.state.hasSound && !isVisible()) chime.play();
    shell.emit('message', { id, sender, type, body });
  }

  function reportOnline() {
    const { live } = conversation.state;
    // Without a connection the loader learns of it sooner.
    if (live?.connection === 'open' && live.online !== null) shell.setOnline(live.online);
  }

  const isVisible = () => panel.state.isOpen && page.document.visibilityState === 'visible';
  const updateVisibility = () => conversation.setVisible(isVisible());
  const sync = () => syncPanel(panel, shell, loadTexts);

  return {
    config,
    page,
    root: shell.root,
    memory,
    api,
    panel,
    conversation,
    siteCommands,
    close: () => shell.setOpen(false, 'visitor'),
    chooseLanguage: shell.chooseLanguage,
    async start() {
      await sync();
      // Without a network the chat stays in the language it has.
      shell.onChange(() => void sync().catch(() => {}));
      page.document.addEventListener('visibilitychange', updateVisibility);
      // A returning visitor is notified of answers on every page of the site.
      if (memory.get('token') || memory.get('unsent')) void conversation.open();
    },
    setOpen(isOpen: boolean, openedBy: OpenedBy) {
      panel.set({ isOpen, openedBy });
      if (isOpen && openedBy === 'visitor') void conversation.open();
      updateVisibility();
    },
    /** After a refusal only the visitor's own actions retry. */
    wake: () => void (conversation.state.refusal || conversation.open()),
    /** The visitor interacts with the panel. */
    onInteraction: () => void conversation.open(),
    saveDraft(draft: string) {
      memory.set('draft', draft || undefined);
      panel.set({ draft });
    },
    fillFields: (fields: PanelState['fields']) => panel.set({ fields: { ...panel.state.fields, ...fields } }),
    setNotice: (notice: string | null) => panel.set({ notice }),
    setSound(hasSound: boolean) {
      memory.set('sound', hasSound ? undefined : 'off');
      panel.set({ hasSound });
    },
    sendMessage(message: VisitorContent) {
      panel.set({ notice: null });
      conversation.sendMessage(message);
    },
    sendFile(file: File) {
      const notice = describeFileProblem(file, config.limits.file_bytes, panel.state.language.texts);
      panel.set({ notice });
      if (!notice) conversation.sendFile(file);
    },
    async loadEarlier() {
      await conversation.loadEarlier().catch(() => panel.set({ notice: panel.state.language.texts.network.problem }));
    },
    submitContact: createContactSubmission(parts),
  };
}

function describeFileProblem({ name, size }: File, maxBytes: number, { composer, locale }: Texts) {
  if (size === 0) return composer.fileEmpty(name);
  if (size <= maxBytes) return null;
  const megabytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte' }).format(maxBytes / 2 ** 20);
  return composer.fileTooLarge(name, megabytes);
}

export type Model = ReturnType<typeof createModel>;
