import { Textarea } from '@mantine/core';
import { useRef } from 'react';
import { useBroadcastComposerTexts } from '../../../../../locales/pages/broadcast-composer.ts';
import { SegmentedChoice } from '../../../../../ui/controls/segmented-choice.tsx';
import { VariableTools } from '../../../sends/compose/variables/variable-menu.tsx';
import { kinds } from '../draft/draft-values.ts';
import type { FieldsProps } from '../draft/fields-props.ts';
import { ButtonFields } from './button-fields.tsx';
import { FileField } from './file-field.tsx';

/** Of a text in a chat, with some room for what variables say. */
const MAX_CHARACTERS = 10_000;

/** What everybody gets: a text, a picture or file, or a text with buttons. */
export function MessageFields(props: FieldsProps) {
  const { draft, errors, change } = props;
  const texts = useBroadcastComposerTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <SegmentedChoice
        label={texts.kind}
        isLabelHidden
        value={draft.kind}
        options={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
        onChange={(kind) => change({ kind })}
      />
      {draft.kind === 'file' && <FileField {...props} />}
      <div>
        <Textarea
          ref={field}
          label={draft.kind === 'file' ? texts.caption : texts.text}
          value={draft.body}
          error={errors.body}
          maxLength={MAX_CHARACTERS}
          autosize
          minRows={4}
          maxRows={14}
          dir="auto"
          onChange={({ currentTarget }) => change({ body: currentTarget.value })}
        />
        <VariableTools field={field} />
      </div>
      {draft.kind === 'keyboard' && <ButtonFields {...props} />}
    </>
  );
}
