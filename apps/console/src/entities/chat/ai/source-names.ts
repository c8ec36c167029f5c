import { useAiTurnTexts } from '../../../locales/pages/ai-turn.ts';

const KINDS = ['manual', 'crawler', 'upload', 'template', 'wish'] as const;
export type SourceKind = (typeof KINDS)[number];

/** `upload:<id>` and `template:<slug>` are kinds with a name after them. */
export const sourceKindOf = (source: string) => KINDS.find((kind) => kind === source.split(':')[0]);

/** What people call a source of rules: the site or the file, otherwise its kind. */
export function useSourceName() {
  const { sourceKinds } = useAiTurnTexts();
  return ({ source, source_label }: { source: string; source_label: string | null }) =>
    source_label ?? sourceKinds[sourceKindOf(source) ?? 'other'];
}
