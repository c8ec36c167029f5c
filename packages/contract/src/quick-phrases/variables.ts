/** Variables of quick phrases, broadcasts and campaigns. */
export const variableNames = [
  'contact.name',
  'contact.first_name',
  'contact.email',
  'contact.phone',
  'agent.name',
  'site',
] as const;
export type VariableName = (typeof variableNames)[number];

export const isVariableName = (name: string): name is VariableName =>
  (variableNames as readonly string[]).includes(name);

/** `{{name}}` or `{{name|fallback}}`. */
export const VARIABLE = /\{\{\s*([\w.-]+)\s*(?:\|([^{}]*))?\}\}/;
const VARIABLES = new RegExp(VARIABLE, 'g');

/** Names of the variables in a text. */
export const listVariables = (text: string) => [...text.matchAll(VARIABLES)].map(([, name = '']) => name);

interface Variable {
  name: string;
  /** After the bar; empty without one. */
  fallback: string;
  /** With its braces. */
  whole: string;
}

export function replaceVariables(text: string, fill: (variable: Variable) => string) {
  return text.replaceAll(VARIABLES, (whole, name: string, fallback = '') =>
    fill({ name, fallback: fallback.trim(), whole }),
  );
}

interface VariableSources {
  contact: { name: string | null; email: string | null; phone: string | null } | undefined;
  agentName: string | null;
  site: string | null;
}

export function variableValues({ contact, agentName, site }: VariableSources): Record<VariableName, string | null> {
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
