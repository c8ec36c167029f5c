import { ParleyProblem } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api } from '../api.ts';
import { useExplain } from '../failure/explain.ts';
import { unsubscribe } from '../notifications/push.ts';
import { leave } from '../session.ts';
import { useNotice } from './notice.tsx';

/** Ends this session or all of them. */
export function useSignOut() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const explain = useExplain();
  const notify = useNotice();
  const { mutate } = useMutation({
    mutationFn: async (where: 'here' | 'everywhere') => {
      // While the session still says whose it is. What can't be removed now, the next who signs in here takes over.
      await unsubscribe().catch(() => undefined);
      return where === 'here' ? api.session.remove() : api.session.removeAll();
    },
    onSuccess: () => leave(router, queryClient),
    // Without an answer the session may live on, and saying otherwise on a shared computer would be a trap.
    onError: (error) => {
      if (!(error instanceof ParleyProblem && error.code === 'session_required'))
        notify({ kind: 'failed', text: explain(error) });
    },
  });
  return mutate;
}
