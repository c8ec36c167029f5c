import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useExplain } from '../feedback/explain.ts';

type Errors<Value> = { [Name in keyof Value]?: string | undefined };

interface DraftOptions<Value, Result> {
  saved: Value;
  validate?: (draft: Value) => Errors<Value>;
  /** Gets what differs from the saved values, and all of them. */
  send: (changes: Partial<Value>, draft: Value) => Promise<Result>;
  onSaved: (result: Result) => unknown;
  /** Errors of single fields in a refused request; undefined leaves it to the general texts. */
  toErrors?: (error: Error) => Errors<Value> | undefined;
  /** Errors of the whole request that have their own text. */
  toFailure?: (error: Error) => string | undefined;
  /** Called instead of sending; `save` then sends. */
  review?: (changes: Partial<Value>) => boolean;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Forgets the errors of what was changed, and of its parts: `window` and `window.from`. */
const withoutThoseOf = <Value>(names: string[], errors: Errors<Value>) =>
  Object.fromEntries(
    Object.entries(errors).filter(([path]) => !names.some((name) => path === name || path.startsWith(`${name}.`))),
  ) as Errors<Value>;

/** Unsaved changes on top of what is saved. They stay when saving fails. */
export function useDraft<Value extends object, Result>(options: DraftOptions<Value, Result>) {
  const { saved, validate, send, onSaved, toErrors, toFailure, review } = options;
  const explain = useExplain();
  const [edits, setEdits] = useState<Partial<Value>>({});
  const [errors, setErrors] = useState<Errors<Value>>({});
  const form = useRef<HTMLFormElement>(null);
  const draft = { ...saved, ...edits };
  const changed = (Object.keys(edits) as (keyof Value)[]).filter((name) => !isSame(edits[name], saved[name]));
  const changes = Object.fromEntries(changed.map((name) => [name, edits[name]])) as Partial<Value>;

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => send(changes, draft),
    gcTime: 0,
    onSuccess: async (result) => {
      await onSaved(result);
      setEdits({});
    },
    onError: (reason) => setErrors(toErrors?.(reason) ?? {}),
  });

  // After the render that shows them, so that screen readers announce both.
  useEffect(() => {
    if (Object.values(errors).some(Boolean)) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const found = validate?.(draft) ?? {};
    setErrors(found);
    if (Object.values(found).some(Boolean) || review?.(changes)) return;
    mutate();
  };

  return {
    draft,
    changes,
    errors,
    form,
    isDirty: changed.length > 0,
    isPending,
    error,
    failure:
      error && !(toErrors?.(error) && Object.values(errors).some(Boolean))
        ? (toFailure?.(error) ?? explain(error))
        : undefined,
    change: (more: Partial<Value>) => {
      setEdits((before) => ({ ...before, ...more }));
      setErrors((before) => withoutThoseOf(Object.keys(more), before));
    },
    submit,
    showErrors: setErrors,
    save: mutate,
    /** Forgets the error of the last attempt to save. */
    reset,
    discard: () => {
      reset();
      setErrors({});
      setEdits({});
    },
  };
}
