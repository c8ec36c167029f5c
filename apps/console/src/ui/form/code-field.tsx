import { TextInput, type TextInputProps } from '@mantine/core';
import { useTexts } from '../../locales/locale.tsx';
import styles from './code-field.module.css';

/** One field for six digits: six separate fields break pasting and screen readers. */
export function CodeField(props: TextInputProps) {
  const { code } = useTexts();
  return (
    <TextInput
      label={code.label}
      {...props}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
      classNames={{ input: styles.input ?? '' }}
    />
  );
}

/** Authenticator apps show "123 456", and people type the space. */
export const digitsOf = (code: string) => code.replace(/\D/g, '');
