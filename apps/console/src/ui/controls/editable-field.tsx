import { Textarea, TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useExplain } from '../feedback/explain.ts';
import styles from './editable-field.module.css';

interface EditableFieldProps {
  label: string;
  /** Empty if there is none. */
  value: string;
  placeholder: string;
  maxLength: number;
  type?: 'text' | 'email' | 'tel';
  /** Multi-line. */
  isLong?: boolean;
  /** The error, if any. */
  check?: (text: string) => string | undefined;
  save: (text: string) => Promise<unknown>;
}

/** Inline editing: blur or Enter saves, Escape cancels. A refused value stays to be corrected. */
export function EditableField({ label, value, check, save, type = 'text', isLong, ...rest }: EditableFieldProps) {
  const explain = useExplain();
  const [draft, setDraft] = useState<string>();
  const [error, setError] = useState<string>();
  const isCancelled = useRef(false);

  const commit = async () => {
    const text = (draft ?? value).trim();
    if (isCancelled.current || text === value) {
      isCancelled.current = false;
      setDraft(undefined);
      setError(undefined);
      return;
    }
    const wrong = check?.(text);
    setError(wrong);
    if (wrong) return;
    try {
      await save(text);
      setDraft(undefined);
    } catch (failure) {
      setError(explain(failure));
    }
  };

  const press = (event: KeyboardEvent<HTMLElement>) => {
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (event.key !== 'Escape' && !isEnter) return;
    event.preventDefault();
    isCancelled.current = event.key === 'Escape';
    event.currentTarget.blur();
  };

  const shared = {
    ...rest,
    label,
    value: draft ?? value,
    error,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => setDraft(currentTarget.value),
    onBlur: () => void commit(),
    onKeyDown: press,
    // Keep an enclosing drawer open.
    'data-mantine-stop-propagation': 'true',
    classNames: {
      root: styles.field ?? '',
      label: styles.label ?? '',
      wrapper: styles.wrapper ?? '',
      input: styles.input ?? '',
      error: styles.error ?? '',
    },
  };
  if (isLong) return <Textarea {...shared} autosize minRows={1} maxRows={12} />;
  return <TextInput {...shared} type={type} autoComplete="off" />;
}
