import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './menu-choice.module.css';

interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
}

/** A segmented choice in a menu that stays open. */
export function MenuChoice<Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) {
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      <Menu.RadioGroup value={value} onChange={(next) => onChange(next as Value)}>
        <fieldset className={styles.options} aria-label={label}>
          {options.map((option) => (
            <Menu.RadioItem key={option.value} value={option.value} className={styles.option} checkIcon={null}>
              {option.label}
            </Menu.RadioItem>
          ))}
        </fieldset>
      </Menu.RadioGroup>
    </>
  );
}
