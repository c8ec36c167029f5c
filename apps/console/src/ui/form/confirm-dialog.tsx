import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../locales/locale.tsx';
import { useExplain } from '../feedback/explain.ts';
import { Dialog } from '../layout/dialog.tsx';
import { FormFailure } from './form-failure.tsx';

interface ConfirmDialogProps {
  /** The question. */
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** The verb of the button. */
  label: string;
  isDangerous?: boolean;
  isOpen: boolean;
  onClose: () => void;
  send: () => Promise<unknown>;
  onDone?: () => void;
  /** Errors that have their own text; undefined leaves the error to the general texts. */
  toFailure?: (error: Error) => string | undefined;
}

/** Asks again before a change that is dangerous or can't be undone. Stays open when the request fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, label, isDangerous = true, isOpen, onClose, send, onDone, toFailure } = props;
  const { cancel } = useTexts();
  const explain = useExplain();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: send,
    onSuccess: () => {
      onClose();
      onDone?.();
    },
  });
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      <Stack gap="md">
        <div>{children}</div>
        <FormFailure>{error ? (toFailure?.(error) ?? explain(error)) : undefined}</FormFailure>
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {cancel}
          </Button>
          <Button {...(isDangerous && { color: 'red' })} aria-busy={isPending} onClick={() => isPending || mutate()}>
            {label}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
