import { Group, Stack, Text, Textarea } from '@mantine/core';
import { newId, type SiteVisitor } from '@parley/live';
import { ParleyProblem } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';
import { useLocale } from '../../locales/locale.tsx';
import { useExplain } from '../../ui/feedback/explain.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { startChat } from './start-chat.ts';

const MOST_CHARACTERS = 10_000;

/** Where the first words to somebody on the site are written. */
export function ChatStarter({ visitor }: { visitor: SiteVisitor }) {
  const { texts, locale } = useLocale();
  const { composer } = texts.visitors;
  const explain = useExplain();
  const navigate = useNavigate();
  const key = useRef(newId());
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => startChat({ visitorId: visitor.id, text, key: key.current }),
    onSuccess: (chatId) => navigate({ to: '/inbox/$chatId', params: { chatId: String(chatId) } }),
  });
  const hasLeft = error instanceof ParleyProblem && error.code === 'not_found';

  const submit = (event?: SubmitEvent<HTMLFormElement>) => {
    event?.preventDefault();
    if (isPending) return;
    if (!text.trim()) return setWrong(composer.missing);
    if (text.length > MOST_CHARACTERS) return setWrong(composer.tooLong(MOST_CHARACTERS.toLocaleString(locale)));
    mutate();
  };
  const write = (value: string) => {
    key.current = newId();
    setText(value);
    setWrong(undefined);
  };
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
          label={composer.label}
          placeholder={composer.placeholder}
          rows={4}
          value={text}
          error={wrong}
          onChange={({ currentTarget: { value } }) => write(value)}
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
