import { type ReactNode, useId } from 'react';
import type { Teammate } from './team.ts';
import styles from './teammate-choice.module.css';
import { TeammateLine } from './teammate-line.tsx';

interface TeammateChoiceProps {
  label: string;
  team: Teammate[];
  chosen: number | undefined;
  onChoose: (id: number) => void;
  error?: ReactNode;
}

export function TeammateChoice({ label, team, chosen, onChoose, error }: TeammateChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.team}>
        {team.map((mate) => (
          <label key={mate.id} className={styles.mate}>
            <input
              type="radio"
              name={name}
              className={styles.radio}
              checked={mate.id === chosen}
              onChange={() => onChoose(mate.id)}
            />
            <TeammateLine mate={mate} />
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
