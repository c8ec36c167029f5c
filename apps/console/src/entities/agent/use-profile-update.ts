import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Session } from '../../data/api.ts';
import { sessionQuery } from '../../data/session.ts';
import { useExplain } from '../../ui/feedback/explain.ts';
import { useNotice } from '../../ui/feedback/notice.tsx';

interface Change {
  /** The session to show before the server confirms it. */
  optimistic: (session: Session) => Session;
  /** Undefined if the response has no body. */
  send: () => Promise<Session | undefined>;
}

const mutationKey = ['profile'];
const { queryKey } = sessionQuery;

/** Optimistic update of the profile. If the server refuses it, the change is reverted with a notice. */
export function useOptimisticProfile() {
  const queryClient = useQueryClient();
  const explain = useExplain();
  const notify = useNotice();
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'profile' },
    mutationFn: ({ send }: Change) => send(),
    onMutate: async ({ optimistic }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before) queryClient.setQueryData(queryKey, optimistic(before));
      return before;
    },
    onSuccess: (session) => {
      // With another update pending, this answer would revert it for a moment.
      if (session && queryClient.isMutating({ mutationKey }) === 1) queryClient.setQueryData(queryKey, session);
    },
    onError: (error, _change, before) => {
      notify({ kind: 'failed', text: explain(error) });
      queryClient.setQueryData(queryKey, before);
      return queryClient.invalidateQueries({ queryKey });
    },
  });
  return mutate;
}

type ProfileChanges = Parameters<typeof api.profile.update>[0]['body'];

export function useProfileUpdate() {
  const change = useOptimisticProfile();
  return (body: ProfileChanges) =>
    change({ optimistic: (session) => withChanges(session, body), send: () => api.profile.update({ body }) });
}

function withChanges(session: Session, { status, notifications, preferences, ...changes }: ProfileChanges): Session {
  const { user, agent } = session;
  return {
    ...session,
    user: { ...user, ...changes },
    agent: {
      ...agent,
      ...(status && { status }),
      notifications: { ...agent.notifications, ...notifications },
      preferences: { ...agent.preferences, ...preferences },
    },
  };
}
