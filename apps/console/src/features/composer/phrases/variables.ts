/** What a phrase can speak of: of each, what is known. */
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

interface DescriptionList {
  contact: { name: string | null; email: string | null; phone: string | null } | undefined;
  agentName: string | null;
  site: string | null;
}

export function knownOf({ contact, agentName, site }: DescriptionList): Known {
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
 * Puts what is known in place of `{{contact.name}}`, or what stands after the bar in `{{contact.name|there}}`. What is not
 * known is left out with the blank or comma before it, so that "Hello, {{contact.name}}!" reads "Hello!".
 * A name that means nothing stays, to be seen before it is sent.
 */
export function fillIn(phrase: string, known: Known): string {
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
