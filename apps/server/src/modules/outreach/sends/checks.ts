import { invalid } from '../../../kernel/problems.ts';
import { findUnknown } from '../variables/index.ts';
import type { Send } from './store.ts';

/** Refuses variables that nothing can be said for, besides further ones that the text may have. */
export function checkVariables(field: string, text: string, further: readonly string[] = []) {
  const unknown = findUnknown(text, further);
  if (unknown) throw invalid({ [field]: `has an unknown variable, {{${unknown}}}` });
}

export function checkWindow({ settings: { window } }: Pick<Send, 'settings'>) {
  if (window && window.from === window.to) throw invalid({ 'settings.window.to': 'must differ from the start' });
}
