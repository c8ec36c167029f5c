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
const isName = (name: string): name is keyof Known => (variableNames as readonly string[]).includes(name);

/**
 * Replaces `{{contact.name}}` by its value, or by the fallback in `{{contact.name|there}}`. Without either it is removed
 * with the space or comma before it, so that "Hello, {{contact.name}}!" reads "Hello!". Unknown variables stay, to be
 * seen before the message is sent.
 */
export function fillVariables(phrase: string, known: Known): string {
  let rest = phrase;
  let filled = '';
  for (let found = VARIABLE.exec(rest); found; found = VARIABLE.exec(rest)) {
    const [whole, name = '', fallback = ''] = found;
    filled += rest.slice(0, found.index);
    rest = rest.slice(found.index + whole.length);
    const value = isName(name) ? known[name] || fallback.trim() : whole;
    if (value) filled += value;
    else if (isLineStart(filled)) rest = beginSentence(rest);
    else filled = filled.replace(/[ \t]*,?[ \t]*$/, '');
  }
  return filled + rest;
}

const isLineStart = (text: string) => /(^|\n)[ \t]*$/.test(text);

/** "{{contact.name}}, thank you" without a name is "Thank you". */
function beginSentence(text: string) {
  return text.replace(/^[ \t]*[,:;]?[ \t]*/, '').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
