import { Group, Stack, Text, Textarea } from '@mantine/core';
import { newId, type SiteVisitor } from '@parley/live';
import { ParleyProblem } from '@parley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useRef } from 'react';
import { useLocale } from '../../locales/locale.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { startChat } from './start-chat.ts';

const MAX_CHARACTERS = 10_000;

/** Starts a chat with a visitor. */
export function ChatStarter({ visitor }: { visitor: SiteVisitor }) {
  const { texts, locale } = useLocale();
  const { composer } = texts.visitors;
  const navigate = useNavigate();
  const last = useRef({ text: '', key: '' });
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { text: '' },
    validate: ({ text }) => ({ text: validateText(text) }),
    send: ({ text }) => {
      // A new idempotency key for a new text.
      if (text !== last.current.text) last.current = { text, key: newId() };
      return startChat({ visitorId: visitor.id, text, key: last.current.key });
    },
    toErrors: (error) =>
      error instanceof ParleyProblem && error.code === 'not_found' ? { form: composer.left } : undefined,
    onSuccess: (chatId) => navigate({ to: '/inbox/$chatId', params: { chatId: String(chatId) } }),
  });

  function validateText(text: string) {
    if (!text.trim()) return composer.missing;
    return text.length > MAX_CHARACTERS ? composer.tooLong(MAX_CHARACTERS.toLocaleString(locale)) : undefined;
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };

  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{composer.lead}</Text>
        <Textarea
          {...getInputProps('text')}
          label={composer.label}
          placeholder={composer.placeholder}
          rows={4}
          onKeyDown={onKeyDown}
          data-autofocus
        />
        <FormFailure>{failure}</FormFailure>
        <Group justify="flex-end">
          <SubmitButton label={composer.send} busyLabel={composer.sending} isPending={isPending} />
        </Group>
      </Stack>
    </form>
  );
}
