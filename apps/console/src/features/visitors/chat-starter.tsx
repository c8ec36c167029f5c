import { Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { newId, type SiteVisitor } from '@parley/live';
import { ParleyProblem } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useRef } from 'react';
import { useLocale } from '../../locales/locale.tsx';
import { useExplain } from '../../ui/feedback/explain.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { startChat } from './start-chat.ts';

const MAX_CHARACTERS = 10_000;

/** Starts a chat with a visitor. */
export function ChatStarter({ visitor }: { visitor: SiteVisitor }) {
  const { texts, locale } = useLocale();
  const { composer } = texts.visitors;
  const explain = useExplain();
  const navigate = useNavigate();
  const key = useRef(newId());
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: validateText },
    // A new idempotency key for a new text.
    onValuesChange: () => {
      key.current = newId();
    },
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (text: string) => startChat({ visitorId: visitor.id, text, key: key.current }),
    onSuccess: (chatId) => navigate({ to: '/inbox/$chatId', params: { chatId: String(chatId) } }),
  });
  const hasLeft = error instanceof ParleyProblem && error.code === 'not_found';

  function validateText(text: string) {
    if (!text.trim()) return composer.missing;
    return text.length > MAX_CHARACTERS && composer.tooLong(MAX_CHARACTERS.toLocaleString(locale));
  }
  const submit = form.onSubmit(({ text }) => {
    if (!isPending) mutate(text);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{composer.lead}</Text>
        <Textarea
          {...form.getInputProps('text')}
          label={composer.label}
          placeholder={composer.placeholder}
          rows={4}
          onKeyDown={onKeyDown}
          data-autofocus
        />
        <FormFailure>{error ? (hasLeft ? composer.left : explain(error)) : undefined}</FormFailure>
        <Group justify="flex-end">
          <SubmitButton label={composer.send} busyLabel={composer.sending} isPending={isPending} />
        </Group>
      </Stack>
    </form>
  );
}
