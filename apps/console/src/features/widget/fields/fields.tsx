import { NativeSelect, Switch } from '@mantine/core';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { SegmentedChoice } from '../../../ui/controls/segmented-choice.tsx';
import { useDraft, useSetting } from '../model/draft.tsx';
import type { SettingName, SettingsShown } from '../model/queries.ts';
import { PixelField } from './pixel-field.tsx';

type NamesOf<Value> = {
  [Name in SettingName]: SettingsShown[Name] extends Value ? Name : never;
}[SettingName];

type ToggleName = NamesOf<boolean | null>;

/** A setting that is on or off. */
export function Toggle({ name }: { name: ToggleName }) {
  const { fields, hints } = useWidgetTexts();
  const [isOn, set] = useSetting(name);
  return (
    <Switch
      withThumbIndicator={false}
      label={fields[name as keyof typeof fields]}
      description={hints[name as keyof typeof hints]}
      checked={Boolean(isOn)}
      onChange={({ currentTarget }) => set(currentTarget.checked)}
    />
  );
}

type ChoiceName =
  | 'color_scheme'
  | 'widget_header_align'
  | 'operators_display_mode'
  | 'intro_form_name'
  | 'intro_form_email'
  | 'intro_form_phone';

/** One of the values that the schema lists. */
export function Choice({ name }: { name: ChoiceName }) {
  const { fields, values } = useWidgetTexts();
  const { schema } = useDraft();
  const [value, set] = useSetting(name);
  const options = (schema[name]?.enum ?? []).filter((each): each is string => typeof each === 'string');
  return (
    <SegmentedChoice
      label={fields[name]}
      value={String(value)}
      options={options.map((each) => ({ value: each, label: values[each as keyof typeof values] ?? each }))}
      onChange={(each) => set(each as never)}
    />
  );
}

type NumberName = 'widget_offset_x' | 'widget_offset_y' | 'widget_chat_offset_x' | 'widget_chat_offset_y';

export function Pixels({ name }: { name: NumberName }) {
  const { fields } = useWidgetTexts();
  const [value, set] = useSetting(name);
  return <PixelField label={fields[name]} value={Number(value)} onChange={(pixels) => set(String(pixels))} />;
}

type DelayName = 'widget_button_freeze' | 'widget_button_open' | 'widget_button_size';

/** A number of those that the schema lists. */
export function NumberChoice({ name, format }: { name: DelayName; format: (value: number) => string }) {
  const { fields } = useWidgetTexts();
  const { schema } = useDraft();
  const [value, set] = useSetting(name);
  const listed = (schema[name]?.enum ?? []).filter((each): each is number => typeof each === 'number');
  const options = [...new Set([...listed, Number(value)])].sort((one, other) => one - other);
  return (
    <NativeSelect
      label={fields[name]}
      value={String(value)}
      data={options.map((each) => ({ value: String(each), label: format(each) }))}
      onChange={({ currentTarget }) => set(currentTarget.value as never)}
    />
  );
}
