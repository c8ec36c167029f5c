import { ActionIcon, Button, Textarea } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { IconRefresh, IconSend2 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type SubmitEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { api } from '../../../data/api.ts';
import { useLocale } from '../../../locales/locale.tsx';
import { useAiAssistantsTexts } from '../../../locales/pages/ai-assistants.ts';
import { useAiMenuTexts } from '../../../locales/pages/ai-menu.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { numberFormat } from '../../../ui/time/formats.ts';
import { ReplySources } from './reply-sources.tsx';
import styles from './test-chat.module.css';

type Reply = Awaited<ReturnType<typeof api.aiAssistants.test>>;
type Turn = { id: number; message: string; reply?: Reply };

interface TestChatProps {
  assistantId: number;
  name: string;
  /** The saved version answers, not what is in the form. */
  isDirty: boolean;
  /** A question from outside. The next of them has another number. */
  asked?: { text: string; times: number } | undefined;
}

/** A chat with the assistant, kept only as long as the page is open. */
export function TestChat({ assistantId, name, isDirty, asked }: TestChatProps) {
  const { test: texts } = useAiAssistantsTexts();
  const { tabs } = useAiMenuTexts();
  const id = useId();
  const [text, setText] = useState('');
  const { turns, ask, isPending, failure, isUnconnected, restart } = useTestChat(assistantId);
  const log = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: something new is at the end
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [turns, isPending]);
  const askOutside = useEffectEvent((question: string) => isPending || ask(question));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same question may be asked twice
  useEffect(() => {
    if (asked) askOutside(asked.text);
  }, [asked?.times]);
  const send = (event?: SubmitEvent<HTMLFormElement>) => {
    event?.preventDefault();
    if (isPending || !text.trim()) return;
    ask(text.trim());
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.heading}>
          {texts.heading}
        </h2>
        {turns.length > 0 && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
            onClick={restart}
          >
            {texts.again}
          </Button>
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
      <div ref={log} className={styles.log} role="log" aria-label={texts.heading} tabIndex={0}>
        {turns.length === 0 && <p className={styles.lead}>{texts.lead}</p>}
        {turns.map((turn) => (
          <TurnItem key={turn.id} turn={turn} name={name} />
        ))}
        {isPending && <p className={styles.thinking}>{texts.thinking}</p>}
      </div>
      <FormFailure>{failure}</FormFailure>
      {isUnconnected && (
        <Link to="/ai/credentials" className={styles.link}>
          {tabs.credentials}
        </Link>
      )}
      {isDirty && <p className={styles.note}>{texts.unsaved}</p>}
      <form className={styles.composer} onSubmit={send} noValidate>
        <Textarea
          aria-label={texts.message}
          placeholder={texts.placeholder}
          maxLength={10_000}
          autosize
          minRows={1}
          maxRows={6}
          dir="auto"
          value={text}
          className={styles.field ?? ''}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <ActionIcon type="submit" size={36} className={styles.send ?? ''} aria-label={texts.send} aria-busy={isPending}>
          <IconSend2 size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </form>
    </section>
  );
}

function TurnItem({ turn: { message, reply }, name }: { turn: Turn; name: string }) {
  const { test: texts } = useAiAssistantsTexts();
  const { locale } = useLocale();
  const format = (value: number, digits = 0) => numberFormat(locale, { maximumFractionDigits: digits }).format(value);
  return (
    <>
      <article className={styles.own} aria-label={texts.visitor} dir="auto">
        {message}
      </article>
      {reply?.content && (
        <article className={styles.reply} aria-label={name} dir="auto">
          {reply.content}
        </article>
      )}
      {reply?.escalate && (
        <p className={styles.handover}>
          {texts.handsOver((texts.whys as Record<string, string>)[reply.why ?? ''] ?? texts.other)}
        </p>
      )}
      {reply && reply.sources.length > 0 && <ReplySources sources={reply.sources} />}
      {reply && (
        <p className={styles.facts}>
          {reply.model
            ? texts.facts(
                reply.model,
                format(reply.input_tokens + reply.output_tokens),
                format(reply.duration_ms / 1_000, 1),
              )
            : texts.noModel}
        </p>
      )}
    </>
  );
}

const MOST_HISTORY = 40;

function useTestChat(assistantId: number) {
  const { test: texts } = useAiAssistantsTexts();
  const { locale } = useLocale();
  const explain = useExplain();
  const [turns, setTurns] = useState<Turn[]>([]);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ message, before }: { message: string; before: Turn[] }) =>
      api.aiAssistants.test({
        params: { id: assistantId },
        body: { message, history: historyOf(before).slice(-MOST_HISTORY), locale },
      }),
    onSuccess: (reply) => setTurns((known) => known.with(-1, { ...known.at(-1), reply } as Turn)),
  });
  const code = error instanceof ParleyProblem ? error.code : undefined;
  const isUnconnected = code === 'ai_credential_missing';
  const explained = isUnconnected ? texts.noCredential : code === 'upstream_failed' ? texts.failed : undefined;
  return {
    turns,
    isPending,
    isUnconnected,
    failure: error ? (explained ?? explain(error)) : undefined,
    ask: (message: string) => {
      setTurns([...turns, { id: turns.length, message }]);
      mutate({ message, before: turns });
    },
    restart: () => {
      reset();
      setTurns([]);
    },
  };
}

const historyOf = (turns: Turn[]) =>
  turns.flatMap(({ message, reply }) => [
    { role: 'client' as const, content: message },
    ...(reply?.content ? [{ role: 'assistant' as const, content: reply.content }] : []),
  ]);
