import { type ComboboxRenderPillInput, Pill, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { tagsQuery } from '../../../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../../../locales/locale.tsx';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import type { FieldsProps } from '../draft/fields-props.ts';

const MOST = 100;

export function TagsField({ name, draft, change }: FieldsProps & { name: 'tagsAny' | 'tagsAll' | 'tagsNone' }) {
  const texts = useSendComposerTexts();
  const { contacts } = useTexts();
  const { data: known = [] } = useQuery(tagsQuery);
  const drawTag = ({ value = '', onRemove }: ComboboxRenderPillInput) => (
    <Pill
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': contacts.removeTag(value), 'aria-hidden': false, tabIndex: 0 }}
    >
      {value}
    </Pill>
  );
  return (
    <TagsInput
      aria-label={texts.conditions[name]}
      placeholder={draft[name].length ? '' : texts.tagsExample}
      data={known}
      value={draft[name]}
      onChange={(tags) => change({ [name]: tags.map((tag) => tag.trim()).filter(Boolean) })}
      isDuplicate={(tag, present) => present.includes(tag)}
      maxTags={MOST}
      maxLength={64}
      acceptValueOnBlur
      renderPill={drawTag}
    />
  );
}
