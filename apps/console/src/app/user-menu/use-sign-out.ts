import { ParleyProblem } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api } from '../../data/api.ts';
import { unsubscribe } from '../../data/push/push.ts';
import { useExplain } from '../../ui/feedback/explain.ts';
import { useNotice } from '../../ui/feedback/notice.tsx';
import { leaveSession } from '../session/session-guard.ts';

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
    onSuccess: () => leaveSession(router, queryClient),
    // Without an answer the session may live on, and saying otherwise on a shared computer would be a trap.
    onError: (error) => {
      if (!(error instanceof ParleyProblem && error.code === 'session_required'))
        notify({ kind: 'failed', text: explain(error) });
    },
  });
  return mutate;
}
