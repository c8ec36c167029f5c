import { MultiSelect, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useLocale } from '../../../locales/locale.tsx';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { useLanguageNames } from '../../../ui/language/use-language-names.ts';
import { Group } from '../fields/group.tsx';
import { useDraft, useSetting } from '../model/draft.tsx';

const TEXTS = ['widget_name', 'widget_signature', 'widget_greeting'] as const;
type Language = ReturnType<typeof useSetting<'widget_fallback_language'>>[0];

export interface WordsProps {
  language: string;
  onLanguage: (language: string) => void;
}

export function Words({ language, onLanguage }: WordsProps) {
  const texts = useWidgetTexts();
  const { schema, shown, phrases, edit, editPhrases } = useDraft();
  const [supported, setSupported] = useSetting('widget_supported_languages');
  const [preferred, setPreferred] = useSetting('widget_default_language');
  const [fallback, setFallback] = useSetting('widget_fallback_language');
  const [translations] = useSetting('widget_text_translations');
  const [source] = useSetting('widget_content_source_language');
  const { locale } = useLocale();
  const nameOf = useLanguageNames();
  const all = (schema.widget_fallback_language?.enum ?? []) as Language[];
  const options = supported.map((locale) => ({ value: locale, label: nameOf(locale) }));
  const isSource = language === source;

  const textOf = (name: (typeof TEXTS)[number]) =>
    isSource ? (shown[name] ?? '') : (translations[name]?.[language as Language] ?? '');
  const write = (name: (typeof TEXTS)[number], value: string) => {
    if (isSource) return edit({ [name]: value || null });
    const { [language as Language]: _, ...others } = translations[name] ?? {};
    edit({ widget_text_translations: { ...translations, [name]: value ? { ...others, [language]: value } : others } });
  };

  return (
    <>
      <Group heading={texts.groups.texts} lead={texts.textsLead}>
        <Select
          label={texts.editLanguage}
          allowDeselect={false}
          value={language}
          data={options.map(({ value, label }) => ({ value, label: value === source ? texts.original(label) : label }))}
          onChange={(value) => value && onLanguage(value)}
        />
        {TEXTS.map((name) => {
          const Field = name === 'widget_greeting' ? Textarea : TextInput;
          return (
            <Field
              key={name}
              label={texts.fields[name]}
              placeholder={(isSource ? null : shown[name]) ?? (language === locale ? texts.placeholders[name] : '')}
              maxLength={schema[name]?.max_length}
              value={textOf(name)}
              onChange={({ currentTarget }) => write(name, currentTarget.value)}
            />
          );
        })}
        <TagsInput
          label={texts.quickPhrases}
          description={texts.quickPhrasesHint}
          maxTags={20}
          splitChars={[]}
          value={phrases[language as Language] ?? []}
          onChange={(list) => {
            const { [language as Language]: _, ...others } = phrases;
            editPhrases(list.length ? { ...others, [language]: list.map((each) => each.slice(0, 200)) } : others);
          }}
        />
      </Group>
      <Group heading={texts.groups.languages}>
        <Select
          label={texts.fields.widget_default_language}
          description={texts.hints.widget_default_language}
          allowDeselect={false}
          value={preferred}
          data={[{ value: 'auto', label: texts.autoLanguage }, ...options]}
          onChange={(value) => value && setPreferred(value as typeof preferred)}
        />
        <MultiSelect
          label={texts.fields.widget_supported_languages}
          searchable
          value={supported}
          data={all.map((locale) => ({ value: locale, label: nameOf(locale) }))}
          onChange={(value) => value.length && setSupported(value as Language[])}
        />
        <Select
          label={texts.fields.widget_fallback_language}
          allowDeselect={false}
          value={fallback}
          data={options}
          onChange={(value) => value && setFallback(value as Language)}
        />
      </Group>
    </>
  );
}
