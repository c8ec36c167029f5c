import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguageChoiceTexts } from '../../locales/pages/language-choice.ts';
import { useLanguageNames } from '../../ui/language/use-language-names.ts';
import { languagesQuery } from './languages-query.ts';

interface LanguageChoiceProps {
  /** Null for the text that languages without their own have. */
  value: string | null;
  onChange: (language: string | null) => void;
  /** Languages that have their own text. */
  filled: string[];
  /** Whether there is a text for the other languages. */
  hasDefault?: boolean;
}

const DEFAULT = 'default';

/** The language whose texts are edited. Those that have their own come first. */
export function LanguageChoice({ value, onChange, filled, hasDefault = true }: LanguageChoiceProps) {
  const texts = useLanguageChoiceTexts();
  const nameOf = useLanguageNames();
  const { supported = [], all = [] } = useQuery(languagesQuery).data ?? {};
  const toOption = (code: string) => ({ value: code, label: nameOf(code) });
  const known = [...new Set([...supported, ...all, ...(value ? [value] : [])])];
  const own = known.filter((code) => filled.includes(code)).map(toOption);
  const others = known.filter((code) => !filled.includes(code)).map(toOption);
  return (
    <Select
      label={texts.language}
      data={[
        ...(hasDefault ? [{ value: DEFAULT, label: texts.otherLanguages }] : []),
        ...(own.length ? [{ group: texts.translated, items: own }] : []),
        ...(others.length ? [{ group: texts.notTranslated, items: others }] : []),
      ]}
      value={value ?? DEFAULT}
      onChange={(code) => onChange(code === DEFAULT ? null : code)}
      allowDeselect={false}
      searchable
      nothingFoundMessage={texts.noLanguage}
    />
  );
}
