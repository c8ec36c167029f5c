import { TextInput, type TextInputProps } from '@mantine/core';

/** The sign-in address, marked for password managers. */
export function EmailField(props: TextInputProps) {
  return <TextInput {...props} type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />;
}
