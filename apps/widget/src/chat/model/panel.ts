import { createStore, type Store } from '@parley/live';
import type { Texts } from '../../locales/en.ts';
import type { Look, Offer, OpenedBy, Shell } from '../../shell.ts';

/** The language of the owner's texts, and the interface texts, which may be in another. */
export interface Language {
  locale: string;
  texts: Texts;
}

type FieldName = 'name' | 'email' | 'phone' | 'score' | 'comment';

/** State of the panel beside the conversation. */
export interface PanelState {
  isOpen: boolean;
  openedBy: OpenedBy;
  language: Language;
  look: Look;
  hasSound: boolean;
  /** As known to the loader, until the live connection knows better. */
  online: boolean | null;
  /** The form before the first message is done. */
  isIntroduced: boolean;
  /** Kept across pages. */
  draft: string;
  /** Form input that is not submitted yet; kept while the panel is closed. */
  fields: Partial<Record<FieldName, string>>;
  /** A failure, in a sentence. */
  notice: string | null;
  /** A message of the site or an agent to the visitor, and the row it follows. */
  invitation: (Offer & { after: string | undefined }) | null;
}

export const createPanelStore = ({ config, memory, look, state }: Shell) =>
  createStore<PanelState>({
    isOpen: false,
    openedBy: 'itself',
    language: { locale: 'en', texts: {} as Texts },
    look: look(),
    hasSound: config.sound && memory.get('sound') !== 'off',
    online: state.online,
    isIntroduced: false,
    draft: memory.get('draft') ?? '',
    fields: {},
    notice: null,
    invitation: null,
  });

/** Copies language, look and availability from the shell, and loads the texts of a new language. */
export async function syncPanel(panel: Store<PanelState>, shell: Shell, loadTexts: () => Promise<Texts>) {
  const locale = shell.language();
  if (locale !== panel.state.language.locale || !panel.state.language.texts.name) {
    const texts = await loadTexts();
    // The language may have changed again meanwhile.
    if (locale === shell.language()) panel.set({ language: { locale, texts } });
  }
  panel.set({ look: shell.look(), online: shell.state.online });
}
