import { Textarea, TextInput } from '@mantine/core';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { useDraft, useSetting } from '../model/draft.tsx';

type TextName = 'consent_text' | 'consent_url' | 'marketing_consent_text';

interface TextSettingProps {
  name: TextName;
  isLong?: boolean;
  error?: string | false;
}

export function TextSetting({ name, isLong = false, error = false }: TextSettingProps) {
  const { fields, hints } = useWidgetTexts();
  const { schema } = useDraft();
  const [value, set] = useSetting(name);
  const props = {
    label: fields[name],
    description: hints[name as keyof typeof hints],
    value: value ?? '',
    error,
    maxLength: schema[name]?.max_length,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set(currentTarget.value || null),
  };
  return isLong ? <Textarea {...props} autosize minRows={2} /> : <TextInput {...props} type="url" />;
}
