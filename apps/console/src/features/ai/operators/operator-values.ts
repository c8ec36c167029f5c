import type { Operator } from '../model/ai-queries.ts';

/** What the form edits. */
export interface OperatorValues {
  /** Empty: the word for an assistant. */
  name: string;
  name_i18n: Record<string, string>;
  assistant_id: number | null;
  show_in_header: boolean;
  status: Operator['status'];
}

/** An operator without a name is called so by the API. */
const UNNAMED = 'Assistant';

export function valuesOf(operator: Operator | undefined): OperatorValues {
  return {
    name: operator && operator.name !== UNNAMED ? operator.name : '',
    name_i18n: operator?.name_i18n ?? {},
    assistant_id: operator?.assistant_id ?? null,
    show_in_header: operator?.show_in_header ?? true,
    status: operator?.status ?? 'active',
  };
}

/** As the API takes them. */
export function toBody({ name, name_i18n, assistant_id, ...rest }: Partial<OperatorValues>) {
  const names = Object.entries(name_i18n ?? {}).filter(([, own]) => own.trim());
  return {
    ...rest,
    ...(name !== undefined && { name: name.trim() || null }),
    ...(name_i18n && { name_i18n: names.length ? Object.fromEntries(names) : null }),
    ...(assistant_id && { assistant_id }),
  };
}
