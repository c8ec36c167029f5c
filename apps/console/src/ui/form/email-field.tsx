import { TextInput, type TextInputProps } from '@mantine/core';

/** The address somebody signs in with, which browsers and password managers know. */
export function EmailField(props: TextInputProps) {
  return <TextInput {...props} type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />;
}
