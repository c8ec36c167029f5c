// Reads unchecked arguments. It runs in the host page, whose libraries may have replaced built-in methods:
// hence loops.
import type { ContactInfo, CustomField } from '../shell.ts';

const INFO_FIELDS = ['name', 'email', 'phone', 'description'] as const;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? `${value}`.trim() : '';

/** Empty fields are unknown, and left as they are. */
export function infoOf(given: unknown) {
  let info: ContactInfo | undefined;
  for (const name of INFO_FIELDS) {
    const text = isObject(given) && textOf(given[name]);
    if (text) info = { ...info, [name]: text };
  }
  return info;
}

export function fieldOf({ title, key, content, link }: Record<string, unknown>): CustomField {
  const field: CustomField = { content: (textOf(key) && `${textOf(key)}: `) + textOf(content) };
  if (textOf(title)) field.title = textOf(title);
  const url = resolveUrl(textOf(link));
  if (textOf(link) && /^https?:/.test(url)) field.link = url;
  return field;
}

/** Relative to the page; empty for what is no URL. */
export function resolveUrl(link: string) {
  try {
    return new URL(link, location.href).href;
  } catch {
    return '';
  }
}
