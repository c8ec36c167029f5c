import { ParleyProblem } from '@parley/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/** The cache of what the server said. The client of the API repeats what can be repeated, so nothing is repeated here. */
export function createQueryClient(onSessionEnd: () => void) {
  const endedBy = (error: Error) => error instanceof ParleyProblem && error.code === 'session_required';
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // The first reading of the session asks whether there is one; the guard of the shell takes that answer.
        if (endedBy(error) && !(query.queryKey[0] === 'session' && query.state.data === undefined)) onSessionEnd();
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (endedBy(error)) onSessionEnd();
      },
    }),
    defaultOptions: {
      // Offline is an answer to show, not a reason to wait in silence.
      queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
