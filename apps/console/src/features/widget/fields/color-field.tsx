import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { useSetting } from '../model/draft.tsx';
import styles from './color-field.module.css';

const COLOR = /^#[0-9a-f]{6}$/i;
const SUGGESTED = ['#0f5e5a', '#1d4ed8', '#6d28d9', '#be185d', '#b42318', '#c2410c', '#15803d', '#182120'];

/** A colour by suggestion, by the system's picker, or typed. */
export function ColorField() {
  const { fields, colorWrong, pickColor } = useWidgetTexts();
  const [color, set] = useSetting('accent_color');
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && !COLOR.test(typed);
  const choose = (value: string) => {
    setTyped(COLOR.test(value) ? undefined : value);
    if (COLOR.test(value)) set(value.toLowerCase());
  };
  return (
    <div>
      <TextInput
        label={fields.accent_color}
        value={typed ?? color}
        error={isWrong ? colorWrong : undefined}
        maxLength={7}
        spellCheck={false}
        dir="ltr"
        leftSection={
          <input
            type="color"
            aria-label={pickColor}
            className={styles.picker}
            value={color}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
        }
        onChange={({ currentTarget }) => choose(currentTarget.value.trim())}
      />
      <div className={styles.suggested}>
        {SUGGESTED.map((each) => (
          <button
            key={each}
            type="button"
            className={styles.swatch}
            style={{ backgroundColor: each }}
            aria-label={each}
            aria-pressed={each === color}
            onClick={() => choose(each)}
          />
        ))}
      </div>
    </div>
  );
}
