import type { WidgetConfig } from '@parley/contract';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Texts } from '../../locales/en.ts';
import type { ContactInfo } from '../../shell.ts';
import type { Model } from '../model/model.ts';
import { focusPanel, hasFocusWithin } from '../ui/focus.ts';
import { useTexts } from '../ui/texts.ts';
import { useStore } from '../ui/use-store.ts';

export type Name = 'name' | 'email' | 'phone';
type Asked = NonNullable<WidgetConfig['intro_form']>['name'];

const NAMES: Name[] = ['name', 'email', 'phone'];
const KINDS = { name: 'text', email: 'email', phone: 'tel' } as const;
const COMPLETIONS = { name: 'name', email: 'email', phone: 'tel' } as const;
const LONGEST = { name: 255, email: 254, phone: 64 };

/** What is wrong with a field, if anything. */
function mistakeIn(name: Name, value: string, asked: Asked, { form }: Texts) {
  const text = value.trim();
  if (!text) return asked === 'required' ? form.required : undefined;
  if (name === 'email' && !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/.test(text)) return form.badEmail;
  // People write numbers in many ways, and the server takes them all.
  if (name === 'phone' && !/(\d\D*){4}/.test(text)) return form.badPhone;
  return undefined;
}

/** Leads whoever sends a form to what is wrong in it. */
export function useMistakes() {
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useLayoutEffect(() => {
    if (tries) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  return { form, show: () => setTries(tries + 1) };
}

/** A form that comes after the panel takes over from it. */
export function useInitialFocus(model: Model) {
  useLayoutEffect(() => {
    if (hasFocusWithin(model)) focusPanel(model);
  }, []);
}

/** The fields that the owner asks for, and what was put into them. */
export function useContactFields(model: Model, asked: Record<Name, Asked>) {
  const texts = useTexts();
  const { contact: known } = useStore(model.conversation);
  const { fields: typed } = useStore(model.panel);
  // What is known may come after the form.
  const current = (name: Name) => typed[name] ?? known?.[name] ?? '';
  const [isChecked, setChecked] = useState(false);
  const shown = NAMES.filter((name) => asked[name] !== 'hidden');
  const mistakes = Object.fromEntries(shown.map((name) => [name, mistakeIn(name, current(name), asked[name], texts)]));
  return {
    shown,
    /** Undefined while something is wrong; from then on it is shown what. */
    check(): ContactInfo | undefined {
      setChecked(true);
      if (Object.values(mistakes).some(Boolean)) return undefined;
      return Object.fromEntries(shown.flatMap((name) => (current(name).trim() ? [[name, current(name).trim()]] : [])));
    },
    propsOf: (name: Name) => ({
      name,
      value: current(name),
      isOptional: asked[name] === 'optional',
      mistake: isChecked ? mistakes[name] : undefined,
      onValue: (value: string) => model.fillFields({ [name]: value }),
    }),
  };
}

interface FieldProps {
  name: Name;
  value: string;
  isOptional: boolean;
  mistake: string | undefined;
  isReadOnly?: boolean;
  onValue(value: string): void;
}

export function Field({ name, value, isOptional, mistake, isReadOnly, onValue }: FieldProps) {
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
        type={KINDS[name] as 'text'}
        autocomplete={COMPLETIONS[name]}
        maxLength={LONGEST[name]}
        required={!isOptional}
        readOnly={isReadOnly}
        value={value}
        aria-invalid={Boolean(mistake)}
        aria-describedby={mistake && `${id}-mistake`}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      {mistake && (
        <p class="mistake" id={`${id}-mistake`}>
          {mistake}
        </p>
      )}
    </div>
  );
}
