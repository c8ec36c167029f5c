import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useExplain } from '../feedback/explain.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

type FieldErrors<V> = { [Name in keyof V]?: string | undefined };

/** What a refusal means: for single fields, or for the form as a whole, with the field to correct first. */
export interface Refusal<V> {
  fields?: FieldErrors<V>;
  form?: string;
  focus?: keyof V;
}

interface FormOptions<V, R> {
  initial: V;
  /** Where typing starts, on a screen or a step that is there for this form alone. */
  startAt?: keyof V;
  /** What is wrong before anything is sent. */
  check: (values: V) => FieldErrors<V>;
  send: (values: V) => Promise<R>;
  /** What the form knows of a failure; undefined leaves it to the general words. */
  refused?: (error: unknown) => Refusal<V> | undefined;
  done: (result: R, values: V) => void;
}

/** The state of a form: its values, what is wrong with each, and where the focus goes when something is. */
export function useForm<V extends Record<string, string>, R>(options: FormOptions<V, R>) {
  const { initial, startAt, check, send, refused, done } = options;
  const explain = useExplain();
  const inputs = useRef(new Map<keyof V, Field | null>());
  const [values, setValues] = useState(initial);
  const [refusal, setRefusal] = useState<Refusal<V>>({});
  const [focusOn, setFocusOn] = useState(startAt && { name: startAt });

  // After the render that says what is wrong, so that it is read out together with the field.
  useEffect(() => {
    if (focusOn) inputs.current.get(focusOn.name)?.focus();
  }, [focusOn]);

  const refuse = (next: Refusal<V>) => {
    setRefusal(next);
    const names: (keyof V)[] = Object.keys(initial);
    const name = names.find((each) => next.fields?.[each]) ?? next.focus;
    if (name) setFocusOn({ name });
  };

  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: done,
    onError: (error) => refuse(refused?.(error) ?? { form: explain(error) }),
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const fields = check(values);
    refuse({ fields });
    if (!Object.values(fields).some(Boolean)) mutate(values);
  };

  const field = (name: keyof V & string) => ({
    name,
    value: values[name] ?? '',
    error: refusal.fields?.[name],
    onChange: ({ currentTarget: { value } }: ChangeEvent<Field>) => {
      setValues((before) => ({ ...before, [name]: value }));
      setRefusal(({ fields, form }) => ({
        fields: { ...fields, [name]: undefined } as FieldErrors<V>,
        ...(form && { form }),
      }));
    },
    ref: (input: Field | null) => {
      inputs.current.set(name, input);
    },
  });

  return { field, submit, isPending, failure: refusal.form, reset: () => setValues(initial) };
}
