import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useId, useState } from 'react';
import { useExplain } from '../feedback/explain.ts';

/** What a field of a form passes on: its text, or the event of its input. */
type Change = string | null | { currentTarget: { value: string } };

type FieldErrors<Values> = { [Name in keyof Values]?: string | undefined };

/** What a refused request says about single fields or the form as a whole, and which field to correct first. */
interface FormErrors<Values> {
  fields?: FieldErrors<Values>;
  form?: string;
  focus?: keyof Values;
}

interface FormOptions<Values, Result> {
  initialValues: Values;
  /** The field with the focus, on a screen or a step that exists for this form alone. */
  autoFocus?: keyof Values;
  validate: (values: Values) => FieldErrors<Values>;
  send: (values: Values) => Promise<Result>;
  /** Errors that the form explains itself; undefined leaves the error to the general texts. */
  toErrors?: (error: unknown) => FormErrors<Values> | undefined;
  onSuccess: (result: Result, values: Values) => void;
}

/** A form of text fields that sends one request. Focus goes to the first field with an error. */
export function useForm<Values extends Record<string, string>, Result>(options: FormOptions<Values, Result>) {
  const { initialValues, autoFocus, validate, send, toErrors, onSuccess } = options;
  const explain = useExplain();
  const id = useId();
  const [values, setValues] = useState(initialValues);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  const [failure, setFailure] = useState<string>();
  const [focusOn, setFocusOn] = useState(autoFocus && { field: autoFocus });

  // After the render that shows the error, so that screen readers announce both.
  useEffect(() => {
    if (focusOn) document.getElementById(id + String(focusOn.field))?.focus();
  }, [id, focusOn]);

  const showErrors = ({ fields = {}, form: text, focus }: FormErrors<Values>) => {
    setErrors(fields);
    setFailure(text);
    const names: (keyof Values)[] = Object.keys(values);
    const field = names.find((each) => fields[each]) ?? focus;
    if (field) setFocusOn({ field });
  };

  const { mutate, isPending } = useMutation({
    mutationFn: send,
    // What was entered or returned may be a secret: nothing of it stays in the cache.
    gcTime: 0,
    onSuccess,
    onError: (error) => showErrors(toErrors?.(error) ?? { form: explain(error) }),
  });

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const fields = validate(values);
    showErrors({ fields });
    if (Object.values(fields).every((error) => !error)) mutate(values);
  };

  const getInputProps = (name: keyof Values & string) => ({
    id: id + name,
    name,
    value: values[name],
    error: errors[name],
    onChange: (change: Change) => {
      const value = typeof change === 'object' ? (change?.currentTarget.value ?? '') : change;
      setValues((before) => ({ ...before, [name]: value }));
      setErrors((before) => ({ ...before, [name]: undefined }));
    },
  });

  const reset = () => {
    setValues(initialValues);
    setErrors({});
  };

  const isDirty = JSON.stringify(values) !== JSON.stringify(initialValues);
  return { values, getInputProps, onSubmit, isPending, isDirty, failure, reset };
}
