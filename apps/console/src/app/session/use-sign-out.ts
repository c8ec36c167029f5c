import { ParleyProblem } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api } from '../../data/api.ts';
import { unsubscribe } from '../../data/push/push.ts';
import { useExplain } from '../../ui/feedback/explain.ts';
import { useNotice } from '../../ui/feedback/notice.tsx';
import { leaveSession } from './session-guard.ts';

/** Signs out here or everywhere. */
export function useSignOut() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const explain = useExplain();
  const notify = useNotice();
  const { mutate } = useMutation({
    mutationFn: async (where: 'here' | 'everywhere') => {
      // Needs the session. A subscription that can't be removed now is taken over by the next sign-in.
      await unsubscribe().catch(() => undefined);
      return where === 'here' ? api.session.remove() : api.session.removeAll();
    },
    onSuccess: () => leaveSession(router, queryClient),
    // Without an answer the session may still exist; on a shared computer it would be dangerous to claim otherwise.
    onError: (error) => {
      if (!(error instanceof ParleyProblem && error.code === 'session_required'))
        notify({ kind: 'failed', text: explain(error) });
    },
  });
  return mutate;
}
