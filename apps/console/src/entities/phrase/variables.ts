/** Sources of the variables of a phrase. */
export interface Known {
  'contact.name': string | null;
  'contact.first_name': string | null;
  'contact.email': string | null;
  'contact.phone': string | null;
  'agent.name': string | null;
  site: string | null;
}

export const variableNames = [
  'contact.name',
  'contact.first_name',
  'contact.email',
  'contact.phone',
  'agent.name',
  'site',
] as const satisfies (keyof Known)[];

interface VariableSources {
  contact: { name: string | null; email: string | null; phone: string | null } | undefined;
  agentName: string | null;
  site: string | null;
}

export function variableValues({ contact, agentName, site }: VariableSources): Known {
  const name = contact?.name?.trim() || null;
  return {
    'contact.name': name,
    'contact.first_name': name?.split(/\s+/)[0] ?? null,
    'contact.email': contact?.email ?? null,
    'contact.phone': contact?.phone ?? null,
    'agent.name': agentName,
    site,
  };
}

const VARIABLE = /\{\{\s*([\w.]+)\s*(?:\|([^{}]*))?\}\}/;
const VARIABLES = new RegExp(VARIABLE, 'g');
const isName = (name: string): name is keyof Known => (variableNames as readonly string[]).includes(name);

/**
 * Replaces `{{contact.name}}` by its value, or by the fallback in `{{contact.name|there}}`. Without either, and with an
 * unknown name, it stays and is marked in the field: the agent fills it in.
 */
export function fillVariables(phrase: string, known: Known): string {
  return phrase.replaceAll(VARIABLES, (whole, name: string, fallback = '') =>
    isName(name) ? known[name] || fallback.trim() || whole : whole,
  );
}

/** The first variable that is not filled in. */
export function findUnfilled(text: string) {
  const found = VARIABLE.exec(text);
  return found ? { from: found.index, to: found.index + found[0].length } : undefined;
}

/** The text in parts; every second one is a variable. */
export const splitByVariables = (text: string) => text.split(/(\{\{\s*[\w.]+\s*(?:\|[^{}]*)?\}\})/);
