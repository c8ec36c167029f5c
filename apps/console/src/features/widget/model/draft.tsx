import type { SettingsRendered } from '@parley/contract';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { changedNames, isSame, pickSettings } from './patch.ts';
import { effective, type QuickPhrases, type Schema, type SettingName, type SettingsShown } from './queries.ts';

export interface Published {
  shown: SettingsShown;
  phrases: QuickPhrases;
}

export interface WidgetDraft {
  schema: Schema;
  saved: Published;
  shown: SettingsShown;
  phrases: QuickPhrases;
  /** Number of settings that are changed and not published. */
  changes: number;
  edit: (changes: Partial<SettingsShown>) => void;
  editPhrases: (phrases: QuickPhrases) => void;
  discard: () => void;
  /** Forgets edits that were published; later ones stay. */
  settle: (published: Published) => void;
}

const DraftContext = createContext<WidgetDraft | undefined>(undefined);

interface DraftProviderProps {
  schema: Schema;
  saved: { shown: SettingsShown; quick_phrases: QuickPhrases };
  children: ReactNode;
}

/** Edited settings, apart from the published ones until they are published too. */
export function DraftProvider({ schema, saved, children }: DraftProviderProps) {
  const names = useMemo(() => Object.keys(schema).filter((name) => !schema[name]?.readonly), [schema]);
  const published = useMemo(
    () => ({ shown: pickSettings(saved.shown, names), phrases: saved.quick_phrases }),
    [saved, names],
  );
  const [edits, setEdits] = useState<Partial<SettingsShown>>({});
  const [editedPhrases, setPhrases] = useState<QuickPhrases>();
  const shown = useMemo(() => ({ ...published.shown, ...edits }), [published, edits]);
  const phrases = editedPhrases ?? published.phrases;
  const changes = changedNames(published.shown, shown).length + Number(!isSame(phrases, published.phrases));
  const draft: WidgetDraft = {
    schema,
    saved: published,
    shown,
    phrases,
    changes,
    edit: (more) => setEdits((known) => ({ ...known, ...more })),
    editPhrases: setPhrases,
    discard() {
      setEdits({});
      setPhrases(undefined);
    },
    settle(now) {
      setEdits((known) => pickSettings(known, changedNames(now.shown, known)));
      setPhrases((known) => (isSame(known, now.phrases) ? undefined : known));
    },
  };
  return <DraftContext value={draft}>{children}</DraftContext>;
}

export function useDraft() {
  const draft = use(DraftContext);
  if (!draft) throw new Error('There is no draft of the widget here');
  return draft;
}

/** The value of a setting as it applies, and a function that changes it. */
export function useSetting<Name extends SettingName>(name: Name) {
  const { shown, schema, edit } = useDraft();
  const set = (value: SettingsShown[Name]) => edit({ [name]: value } as Partial<SettingsShown>);
  return [effective(shown, schema, name) as SettingsRendered[Name], set] as const;
}
