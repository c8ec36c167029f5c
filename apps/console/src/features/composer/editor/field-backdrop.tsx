import type { Ref } from 'react';
import { splitByVariables } from '../../../entities/phrase/variables.ts';
import styles from './message-field.module.css';

/** A copy of the text behind the field: it makes room for the field and marks variables that are not filled in. */
export function FieldBackdrop({ text, ref }: { text: string; ref: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} className={styles.backdrop} dir="auto" aria-hidden>
      {splitByVariables(text).map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
        index % 2 ? <mark key={index}>{part}</mark> : part,
      )}{' '}
    </div>
  );
}
