import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Session } from '../../data/api.ts';
import { sessionQuery } from '../../data/session.ts';
import { useExplain } from '../../ui/feedback/explain.ts';
import { useNotice } from '../../ui/feedback/notice.tsx';

interface Change {
  /** The session as it will be. */
  shown: (session: Session) => Session;
  /** Nothing for what has no answer. */
  send: () => Promise<Session | undefined>;
}

const mutationKey = ['profile'];
const { queryKey } = sessionQuery;

/** Shows a change of oneself at once, then what the server made of it; what it refuses is taken back, with a notice. */
export function useProfileChange() {
  const queryClient = useQueryClient();
  const explain = useExplain();
  const notify = useNotice();
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'profile' },
    mutationFn: ({ send }: Change) => send(),
    onMutate: async ({ shown }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before) queryClient.setQueryData(queryKey, shown(before));
      return before;
    },
    onSuccess: (session) => {
      // While another change is on its way, an answer to this one would take that one back for a moment.
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

type Given = Parameters<typeof api.profile.update>[0]['body'];

/** Changes single values of the profile. */
export function useProfileUpdate() {
  const change = useProfileChange();
  return (body: Given) =>
    change({ shown: (session) => applied(session, body), send: () => api.profile.update({ body }) });
}

function applied(session: Session, { status, notifications, ...given }: Given): Session {
  const { user, agent } = session;
  return {
    ...session,
    user: { ...user, ...given },
    agent: {
      ...agent,
      ...(status && { status }),
      notifications: { ...agent.notifications, ...notifications },
    },
  };
}
