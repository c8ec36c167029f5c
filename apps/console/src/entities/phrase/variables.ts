import { isVariableName, replaceVariables, VARIABLE, type VariableName } from '@parley/contract';

export { variableNames, variableValues } from '@parley/contract';

/** Values of the variables of a phrase. */
type Known = Record<VariableName, string | null>;

/**
 * Replaces `{{contact.name}}` by its value, or by the fallback in `{{contact.name|there}}`. Without either, and with an
 * unknown name, it stays and is marked in the field: the agent fills it in.
 */
export const fillVariables = (phrase: string, known: Known) =>
  replaceVariables(phrase, ({ name, fallback, whole }) =>
    isVariableName(name) ? known[name] || fallback || whole : whole,
  );

/** The first variable that is not filled in. */
export function findUnfilled(text: string) {
  const found = VARIABLE.exec(text);
  return found ? { from: found.index, to: found.index + found[0].length } : undefined;
}

/** The text in parts; every second one is a variable. */
export const splitByVariables = (text: string) => text.split(/(\{\{\s*[\w.-]+\s*(?:\|[^{}]*)?\}\})/);
