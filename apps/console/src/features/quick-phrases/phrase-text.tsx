import { splitByVariables } from '../../entities/phrase/variables.ts';
import styles from './phrase-text.module.css';

/** The text of a phrase, with its variables marked. */
export function PhraseText({ text }: { text: string }) {
  return (
    <span className={styles.text} dir="auto">
      {splitByVariables(text).map((part, index) =>
        index % 2 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
          <span key={index} className={styles.variable}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </span>
  );
}
