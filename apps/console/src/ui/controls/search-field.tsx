import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

const TYPING_MS = 250;

interface SearchFieldProps extends Pick<TextInputProps, 'className'> {
  /** Also the placeholder. */
  label: string;
  query: string;
  onSearch: (query: string) => void;
}

/** Searches once typing pauses. Follows `query`, which may be in the address, except during typing. */
export function SearchField({ label, query, onSearch, ...props }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(query);
  const search = useDebouncedCallback(onSearch, TYPING_MS);
  useEffect(() => {
    if (document.activeElement !== input.current) setText(query);
  }, [query]);
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      value={text}
      maxLength={255}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        search(value.trim());
      }}
      {...props}
    />
  );
}
