import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

interface NameFieldProps {
  label: string;
  value: string;
  autoComplete: 'given-name' | 'family-name';
  /** The error of an empty field. Without it the field is optional. */
  missing?: string;
  save: (text: string) => void;
}

/** Blur or Enter saves, Escape cancels. */
export function NameField({ label, value, autoComplete, missing, save }: NameFieldProps) {
  const [draft, setDraft] = useState<string>();
  const [error, setError] = useState<string>();
  const commit = () => {
    const text = (draft ?? value).trim();
    if (missing && !text) return setError(missing);
    setError(undefined);
    setDraft(undefined);
    if (text !== value) save(text);
  };
  const press = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key === 'Enter' && !nativeEvent.isComposing) commit();
    if (key !== 'Escape') return;
    setDraft(undefined);
    setError(undefined);
  };
  return (
    <TextInput
      label={label}
      value={draft ?? value}
      error={error}
      maxLength={100}
      autoComplete={autoComplete}
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur={commit}
      onKeyDown={press}
    />
  );
}
