import type { useDepartmentsTexts } from '../../locales/pages/departments.ts';

const MAX_LENGTH = 255;

/** The error of a department's name. */
export function checkName(name: string, texts: ReturnType<typeof useDepartmentsTexts>) {
  if (!name.trim()) return texts.nameMissing;
  return name.trim().length > MAX_LENGTH ? texts.nameTooLong : undefined;
}
