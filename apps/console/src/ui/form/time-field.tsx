import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { readTime } from './read-time.ts';

interface TimeFieldProps extends Pick<TextInputProps, 'className'> {
  /** For screen readers. */
  label: string;
  /** Like 09:30. */
  value: string;
  /** Once the field is left, if a time was typed. */
  onChange: (time: string) => void;
}

/** A time of day with 24 hours in every browser, unlike `type="time"`. What can't be read is dropped. */
export function TimeField({ label, value, onChange, ...props }: TimeFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = () => {
    const time = readTime(text);
    setText(time ?? value);
    if (time && time !== value) onChange(time);
  };
  return (
    <TextInput
      aria-label={label}
      value={text}
      maxLength={5}
      inputMode="numeric"
      autoComplete="off"
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={commit}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
      {...props}
    />
  );
}
