/** Starts a rule from nothing. */
export const BLANK = 'blank';

interface TemplateSearch {
  /** The slug of a ready-made template, the id of one's own, or blank. */
  template?: string;
}

/** What a new rule starts from is in the address, so that going back returns to the choice. */
export function readTemplateSearch({ template }: Record<string, unknown>): TemplateSearch {
  const key = typeof template === 'number' ? String(template) : template;
  return typeof key === 'string' && /^[\w-]{1,64}$/.test(key) ? { template: key } : {};
}
