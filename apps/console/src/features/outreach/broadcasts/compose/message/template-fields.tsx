import { Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useBroadcastComposerTexts } from '../../../../../locales/pages/broadcast-composer.ts';
import { VariableTools } from '../../../sends/compose/variables/variable-menu.tsx';
import type { FieldsProps } from '../draft/fields-props.ts';

/** What WhatsApp delivers to customers who have not written for a day. */
export function TemplateFields({ draft, errors, change }: FieldsProps) {
  const texts = useBroadcastComposerTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <TextInput
        label={texts.templateName}
        description={texts.templateNameLead}
        placeholder="spring_sale"
        dir="ltr"
        value={draft.templateName}
        error={errors.templateName}
        maxLength={512}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => change({ templateName: currentTarget.value })}
      />
      <TextInput
        label={texts.templateLanguage}
        placeholder="en"
        dir="ltr"
        value={draft.templateLanguage}
        error={errors.templateLanguage}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => change({ templateLanguage: currentTarget.value })}
      />
      <div>
        <Textarea
          ref={field}
          label={texts.templateParameters}
          description={texts.templateParametersLead}
          value={draft.templateParameters}
          error={errors.templateParameters}
          autosize
          minRows={2}
          maxRows={8}
          dir="auto"
          onChange={({ currentTarget }) => change({ templateParameters: currentTarget.value })}
        />
        <VariableTools field={field} label={texts.templateParameters} />
      </div>
    </>
  );
}
