import { TextInput } from '@mantine/core';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import type { FieldsProps } from '../draft/fields-props.ts';
import styles from './audience-fields.module.css';

/** The first and the last day; one of them may stay open. */
export function DaysFields({ name, draft, change }: FieldsProps & { name: 'created' | 'active' }) {
  const texts = useSendComposerTexts();
  const { from, to } = draft[name];
  return (
    <div className={styles.days}>
      <TextInput
        type="date"
        label={texts.fromDay}
        value={from}
        {...(to && { max: to })}
        onChange={({ currentTarget }) => change({ [name]: { from: currentTarget.value, to } })}
      />
      <TextInput
        type="date"
        label={texts.toDay}
        value={to}
        {...(from && { min: from })}
        onChange={({ currentTarget }) => change({ [name]: { from, to: currentTarget.value } })}
      />
    </div>
  );
}
