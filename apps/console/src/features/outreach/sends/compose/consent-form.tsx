import { Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useSendComposerTexts } from '../../../../locales/pages/send-composer.ts';
import { FormActions } from '../../../../ui/form/form-actions.tsx';

interface ConsentFormProps {
  /** What will happen; undefined until it is known. */
  lead: string | undefined;
  /** More to know before the start. */
  children?: ReactNode;
  /** The sentence that the sender vouches for. */
  agreement: string;
  label: string;
  start: () => Promise<unknown>;
  explain: (error: unknown) => string;
  onClose: () => void;
  /** With the errors of fields; returns whether there are any. */
  onRefused: (error: unknown) => boolean;
}

/** Says what will happen, and asks for the word that the recipients agreed to it. */
export function ConsentForm(props: ConsentFormProps) {
  const { lead, children, agreement, label, start, explain, onClose, onRefused } = props;
  const texts = useSendComposerTexts();
  const [isAgreed, setAgreed] = useState(false);
  const [missing, setMissing] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: start,
    onSuccess: onClose,
    // What belongs to a field is said there.
    onError: (reason) => onRefused(reason) && onClose(),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(!isAgreed);
    if (isAgreed && !isPending) mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {lead ? (
          <>
            <Text>{lead}</Text>
            {children}
            <Checkbox
              label={agreement}
              checked={isAgreed}
              error={missing && texts.agreeMissing}
              onChange={({ currentTarget }) => {
                setAgreed(currentTarget.checked);
                setMissing(false);
              }}
              data-autofocus
            />
          </>
        ) : (
          <Skeleton height={72} />
        )}
        <FormActions
          label={label}
          busyLabel={texts.startingNow}
          isPending={isPending}
          failure={error ? explain(error) : undefined}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
