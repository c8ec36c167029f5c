import type { WidgetConfig } from '@parley/contract';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Texts } from '../../locales/en.ts';
import type { ContactInfo } from '../../shell.ts';
import type { Model } from '../model/model.ts';
import { focusPanel, hasFocusWithin } from '../ui/focus.ts';
import { useTexts } from '../ui/texts.ts';
import { useStore } from '../ui/use-store.ts';

type FieldName = 'name' | 'email' | 'phone';
type Requirement = NonNullable<WidgetConfig['intro_form']>['name'];

const NAMES: FieldName[] = ['name', 'email', 'phone'];
const INPUT_TYPES = { name: 'text', email: 'email', phone: 'tel' } as const;
const AUTOCOMPLETE = { name: 'name', email: 'email', phone: 'tel' } as const;
const MAX_LENGTHS = { name: 255, email: 254, phone: 64 };

/** The error of a field, if any. */
function validateField(name: FieldName, value: string, requirement: Requirement, { form }: Texts) {
  const text = value.trim();
  if (!text) return requirement === 'required' ? form.required : undefined;
  if (name === 'email' && !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/.test(text)) return form.badEmail;
  // Loose on purpose: numbers have many formats, and the server accepts all.
  if (name === 'phone' && !/(\d\D*){4}/.test(text)) return form.badPhone;
  return undefined;
}

/** Focuses the first invalid field of a form. */
export function useErrorFocus() {
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useLayoutEffect(() => {
    if (attempts) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  return { form, focusError: () => setAttempts(attempts + 1) };
}

/** Takes the focus over from the panel, for a form that is loaded later. */
export function useInitialFocus(model: Model) {
  useLayoutEffect(() => {
    if (hasFocusWithin(model)) focusPanel(model);
  }, []);
}

/** The fields the owner asks for, with their input and errors. */
export function useContactFields(model: Model, requirements: Record<FieldName, Requirement>) {
  const texts = useTexts();
  const { contact } = useStore(model.conversation);
  const { fields } = useStore(model.panel);
  // The contact may be loaded after the form.
  const current = (name: FieldName) => fields[name] ?? contact?.[name] ?? '';
  const [isValidated, setValidated] = useState(false);
  const names = NAMES.filter((name) => requirements[name] !== 'hidden');
  const errors = Object.fromEntries(
    names.map((name) => [name, validateField(name, current(name), requirements[name], texts)]),
  );
  return {
    names,
    /** Shows errors from now on; undefined while there are any. */
    validate(): ContactInfo | undefined {
      setValidated(true);
      if (Object.values(errors).some(Boolean)) return undefined;
      return Object.fromEntries(names.flatMap((name) => (current(name).trim() ? [[name, current(name).trim()]] : [])));
    },
    propsOf: (name: FieldName) => ({
      name,
      value: current(name),
      isOptional: requirements[name] === 'optional',
      error: isValidated ? errors[name] : undefined,
      onValue: (value: string) => model.fillFields({ [name]: value }),
    }),
  };
}

interface FieldProps {
  name: FieldName;
  value: string;
  isOptional: boolean;
  error: string | undefined;
  isReadOnly?: boolean;
  onValue(value: string): void;
}

export function Field({ name, value, isOptional, error, isReadOnly, onValue }: FieldProps) {
  const { form } = useTexts();
  const id = useId();
  return (
    <div class="field">
      <label for={id}>
        {form[name]}
        {isOptional && <small> {form.optional}</small>}
      </label>
      <input
        id={id}
        type={INPUT_TYPES[name] as 'text'}
        autocomplete={AUTOCOMPLETE[name]}
        maxLength={MAX_LENGTHS[name]}
        required={!isOptional}
        readOnly={isReadOnly}
        value={value}
        aria-invalid={Boolean(error)}
        aria-describedby={error && `${id}-mistake`}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      {error && (
        <p class="mistake" id={`${id}-mistake`}>
          {error}
        </p>
      )}
    </div>
  );
}
