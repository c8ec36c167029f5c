import { useForm as useFields } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useId, useState } from 'react';
import { useExplain } from '../feedback/explain.ts';

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
  // Tells apart fields of the same name in several forms. Only letters and digits are allowed.
  const name = useId().replace(/[^a-z0-9]/gi, '');
  const form = useFields<Values>({
    name,
    initialValues,
    validate,
    enhanceGetInputProps: ({ field }) => ({ name: field }),
  });
  const [failure, setFailure] = useState<string>();
  const [focusOn, setFocusOn] = useState(autoFocus && { field: autoFocus });

  // After the render that shows the error, so that screen readers announce both.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is a new object in every render
  useEffect(() => {
    if (focusOn) form.getInputNode(String(focusOn.field))?.focus();
  }, [focusOn]);

  const showErrors = ({ fields = {}, form: text, focus }: FormErrors<Values>) => {
    form.setErrors(fields);
    setFailure(text);
    const names: (keyof Values)[] = Object.keys(initialValues);
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

  const submitValid = form.onSubmit(
    (values) => mutate(values),
    (_errors, values) => showErrors({ fields: validate(values) }),
  );
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    setFailure(undefined);
    submitValid(event);
  };

  return { getInputProps: form.getInputProps, onSubmit, isPending, failure, reset: form.reset };
}
