import { ParleyProblem } from '@parley/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/** No retries here: the API client retries what is safe to retry. */
export function createQueryClient(onSessionEnd: () => void) {
  // Wrong credentials in a form are a 401 too. A request without a cookie is answered as one without a token.
  const endedBy = (error: Error) =>
    error instanceof ParleyProblem && (error.code === 'session_required' || error.code === 'token_missing');
  /** The team requires a second factor from now on: the session says so, and the shell leads to its set-up. */
  const checkSession = (error: Error) => {
    if (!(error instanceof ParleyProblem && error.code === 'two_factor_required')) return;
    void client.invalidateQueries({ queryKey: ['session'] });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // The first read asks whether there is a session; the session guard handles that answer.
        checkSession(error);
        if (endedBy(error) && !(query.queryKey[0] === 'session' && query.state.data === undefined)) onSessionEnd();
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        checkSession(error);
        if (endedBy(error)) onSessionEnd();
      },
    }),
    defaultOptions: {
      // Fail when offline instead of pausing silently.
      queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
