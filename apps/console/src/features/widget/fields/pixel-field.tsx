import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';

interface PixelFieldProps {
  label: string;
  value: number;
  min?: number;
  max?: number;
  onChange: (pixels: number) => void;
}

/** A whole number of pixels. What is out of range while it is typed changes nothing. */
export function PixelField({ label, value, min = 0, max = 9_999, onChange }: PixelFieldProps) {
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  const type = (typed: string) => {
    const digits = typed.replace(/\D/g, '');
    setText(digits);
    if (digits && Number(digits) >= min && Number(digits) <= max) onChange(Number(digits));
  };
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      maxLength={String(max).length}
      rightSection="px"
      rightSectionPointerEvents="none"
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => setText(String(value))}
    />
  );
}
