import { newId } from '@parley/live';
import { ParleyProblem } from '@parley/sdk';
import { createContext, type ReactNode, use, useRef, useState } from 'react';
import { api } from '../../../../data/api.ts';
import { useKbFailure } from '../../../../entities/knowledge/use-kb-failure.ts';
import { useKnowledgeTexts } from '../../../../locales/pages/knowledge.ts';
import { useKnowledgeFilesTexts } from '../../../../locales/pages/knowledge-files.ts';
import { useExplain } from '../../../../ui/feedback/explain.ts';
import { useRefreshKb } from '../model/kb-queries.ts';

/** A file on its way to the server. */
export interface Sending {
  /** Also the idempotency key: a repeated file is not stored twice. */
  key: string;
  file: File;
  state: 'waiting' | 'sending' | 'failed';
  failure?: Failure;
}

interface Failure {
  text: string;
  /** Another file is needed, not another try. */
  isFinal: boolean;
}

const AT_ONCE = 2;
const MAX_BYTES = 10 * 2 ** 20;

/** Sends many files, a few at a time. A file leaves the list when the server has it. */
function useQueue() {
  const explain = useExplainFile();
  const refresh = useRefreshKb();
  const [files, setFiles] = useState<Sending[]>([]);
  const waiting = useRef<Sending[]>([]);
  const atWork = useRef(0);
  const patch = (key: string, changes: Partial<Sending>) =>
    setFiles((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  const remove = (key: string) => {
    waiting.current = waiting.current.filter((each) => each.key !== key);
    setFiles((all) => all.filter((each) => each.key !== key));
  };

  const send = async ({ key, file }: Sending) => {
    patch(key, { state: 'sending' });
    try {
      await api.kb.createUpload({ file, name: file.name, key });
      await refresh();
      remove(key);
    } catch (error) {
      patch(key, { state: 'failed', failure: explain(error) });
    }
  };

  /** Goes on when the page is left. */
  const work = async () => {
    if (atWork.current === AT_ONCE) return;
    atWork.current += 1;
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) await send(next);
    atWork.current -= 1;
  };
  const enqueue = (added: Sending[]) => {
    waiting.current.push(...added);
    for (const _ of added.slice(0, AT_ONCE)) void work();
  };

  return {
    files,
    remove,
    retry: (sending: Sending) => {
      patch(sending.key, { state: 'waiting' });
      enqueue([sending]);
    },
    add: (added: Iterable<File>) => {
      const found = Array.from(added, (file): Sending => {
        const known = { key: newId(), file };
        if (file.size > MAX_BYTES) return { ...known, state: 'failed', failure: explain('too-large') };
        return { ...known, state: 'waiting' };
      });
      setFiles((all) => [...all, ...found]);
      enqueue(found.filter(({ state }) => state === 'waiting'));
    },
  };
}

const SendingContext = createContext<ReturnType<typeof useQueue> | undefined>(undefined);

/** Above the pages, so that files on their way are seen again when their page is. */
export function SendingProvider({ children }: { children: ReactNode }) {
  return <SendingContext value={useQueue()}>{children}</SendingContext>;
}

export function useSending() {
  const queue = use(SendingContext);
  if (!queue) throw new Error('Files are sent below a SendingProvider');
  return queue;
}

function useExplainFile() {
  const { problems } = useKnowledgeTexts();
  const { tooLarge } = useKnowledgeFilesTexts();
  const toFailure = useKbFailure();
  const explain = useExplain();
  return (error: unknown): Failure => {
    if (error === 'too-large') return { text: tooLarge, isFinal: true };
    const isRefused = error instanceof ParleyProblem && error.errors?.file !== undefined;
    if (isRefused) return { text: problems.file, isFinal: true };
    return { text: toFailure(error) ?? explain(error), isFinal: false };
  };
}
