import { invalid } from '../../../kernel/problems.ts';
import { findUnknown, withoutValues } from '../variables/index.ts';
import type { Send } from './store.ts';

/** Refuses variables that nothing can be said for, besides further ones that the text may have. */
export function checkVariables(field: string, text: string, further: readonly string[] = []) {
  const unknown = findUnknown(text, further);
  if (unknown !== undefined) throw invalid({ [field]: `has an unknown variable, {{${unknown}}}` });
}

/** Refuses a text that some people would get empty. */
export function checkNeverEmpty(field: string, text: string) {
  if (!text.trim()) throw invalid({ [field]: 'must not be blank' });
  if (!withoutValues(text).trim())
    throw invalid({ [field]: 'is empty without values. Add a text, or a fallback after a bar' });
}

export function checkWindow({ settings: { window } }: Pick<Send, 'settings'>) {
  if (window && window.from === window.to) throw invalid({ 'settings.window.to': 'must differ from the start' });
}
