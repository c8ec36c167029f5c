import { type ReactNode, useId } from 'react';
import styles from './list-choice.module.css';

interface ListChoiceProps {
  label: string;
  items: { id: number; content: ReactNode }[];
  chosen: number | undefined;
  onChoose: (id: number) => void;
  error?: ReactNode;
}

/** One of a list that scrolls when it is long. */
export function ListChoice({ label, items, chosen, onChoose, error }: ListChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.list}>
        {items.map(({ id, content }) => (
          <label key={id} className={styles.item}>
            <input
              type="radio"
              name={name}
              className={styles.radio}
              checked={id === chosen}
              onChange={() => onChoose(id)}
            />
            {content}
          </label>
        ))}
      </div>
      {error && (
        <div role="alert" className={styles.error}>
          {error}
        </div>
      )}
    </fieldset>
  );
}
