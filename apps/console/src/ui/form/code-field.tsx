import { TextInput, type TextInputProps } from '@mantine/core';
import { useTexts } from '../../locales/locale.tsx';
import styles from './code-field.module.css';

/** The six digits of an authenticator, in one field: six single ones defeat pasting and screen readers. */
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

/** Authenticators show "123 456", and people type it so. */
export const digitsOf = (code: string) => code.replace(/\D/g, '');
