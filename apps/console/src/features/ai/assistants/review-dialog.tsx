import { Button, Group, Stack, Text } from '@mantine/core';
import { useAiAssistantsTexts } from '../../../locales/pages/ai-assistants.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import type { Assistant } from '../model/ai-queries.ts';
import type { AssistantValues } from './assistant-values.ts';
import { type DiffLine, diffLines } from './diff.ts';
import styles from './review-dialog.module.css';

interface ReviewDialogProps {
  assistant: Assistant;
  draft: AssistantValues;
  isOpen: boolean;
  isPending: boolean;
  failure: string | undefined;
  onSave: () => void;
  onClose: () => void;
}

/** What differs from the saved version, before it is replaced in open chats. */
export function ReviewDialog({ assistant, draft, isOpen, isPending, failure, onSave, onClose }: ReviewDialogProps) {
  const texts = useAiAssistantsTexts();
  return (
    <Dialog title={texts.reviewTitle} isOpen={isOpen} onClose={onClose} isWide>
      {isOpen && (
        <Stack gap="md">
          <Text c="dimmed">{texts.reviewLead(assistant.persona_version + 1)}</Text>
          <Changes name={texts.persona} before={assistant.persona ?? ''} after={draft.persona} />
          <Changes name={texts.prompt} before={assistant.system_prompt ?? ''} after={draft.system_prompt} />
          <FormFailure>{failure}</FormFailure>
          <Group gap="xs" justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.back}
            </Button>
            <Button aria-busy={isPending} onClick={() => isPending || onSave()} data-autofocus>
              {texts.reviewSave}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

/** Lines around a change that show where it is. */
const CONTEXT = 1;

function Changes({ name, before, after }: { name: string; before: string; after: string }) {
  if (before === after) return null;
  return (
    <section aria-label={name}>
      <h3 className={styles.name}>{name}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
      <div className={styles.diff} tabIndex={0} dir="auto">
        {fold(diffLines(before, after)).map((part) =>
          'hidden' in part ? <Hidden key={part.at} count={part.hidden} /> : <Line key={part.at} line={part.line} />,
        )}
      </div>
    </section>
  );
}

type Part = { at: number } & ({ line: DiffLine } | { hidden: number });

/** Without unchanged lines that are far from a change. */
function fold(lines: DiffLine[]): Part[] {
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind === 'changed');
  const parts: Part[] = [];
  for (const [at, line] of lines.entries()) {
    const last = parts.at(-1);
    if (isNear(at)) parts.push({ at, line });
    else if (last && 'hidden' in last) last.hidden++;
    else parts.push({ at, hidden: 1 });
  }
  return parts;
}

function Hidden({ count }: { count: number }) {
  const { same } = useAiAssistantsTexts();
  return <div className={styles.hidden}>{same(count)}</div>;
}

function Line({ line: { kind, pieces } }: { line: DiffLine }) {
  const texts = useAiAssistantsTexts();
  return (
    <div className={styles.line} data-kind={kind}>
      {pieces.map(({ kind: change, text }, at) => {
        const key = `${at} ${text}`;
        if (change === 'same') return <span key={key}>{text}</span>;
        const Mark = change === 'added' ? 'ins' : 'del';
        return (
          <Mark key={key} className={styles[change]} title={texts[change]}>
            {text}
          </Mark>
        );
      })}
    </div>
  );
}
