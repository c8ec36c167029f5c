import { useMutation } from '@tanstack/react-query';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import type { Send, SendKind } from '../model/send.ts';
import { useCacheSend } from '../model/send-queries.ts';

interface Transition<Action extends string> {
  kind: SendKind;
  request: (action: Action) => Promise<Send>;
  /** What is said afterwards. */
  done: Record<Action, string>;
  explain: (error: unknown) => string;
}

/** Takes a send to another status. */
export function useTransition<Action extends string>({ kind, request, done, explain }: Transition<Action>) {
  const notify = useNotice();
  const cache = useCacheSend(kind);
  const send = async (action: Action) => {
    await cache(await request(action));
    notify({ kind: 'done', text: done[action] });
  };
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return { send, explain, isPending, act: (action: Action) => isPending || mutate(action) };
}
