import type { AiSettings } from '../model/ai-queries.ts';

/** Settings that the overview has fields for. */
export const EDITED = [
  'shadow_mode',
  'takeover_timeout_sec',
  'presence_context_enabled',
  'rag_enabled',
  'offline_outcome_mode',
  'budget_widget_tokens',
  'budget_visitor_tokens',
  'budget_widget_usd_micro',
  'budget_visitor_usd_micro',
] as const;

export type EditedSettings = Pick<AiSettings, (typeof EDITED)[number]>;

export interface SettingsPartProps {
  draft: EditedSettings;
  change: (changes: Partial<EditedSettings>) => void;
}
