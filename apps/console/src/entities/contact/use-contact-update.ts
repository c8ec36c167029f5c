import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Contact, contactQuery, keepContact } from './contact-queries.ts';

interface Change {
  /** The contact as it will be. */
  shown: Partial<Contact>;
  send: () => Promise<Contact>;
}

/** Shows a change at once, then what the server made of it; what it refuses is taken back, and the promise fails. */
export function useContactChange({ id }: Pick<Contact, 'id'>) {
  const queryClient = useQueryClient();
  const { queryKey } = contactQuery(id);
  const mutationKey = ['contact', id];
  const { mutateAsync } = useMutation({
    mutationKey,
    scope: { id: `contact ${id}` },
    mutationFn: ({ send }: Change) => send(),
    onMutate: async ({ shown }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before) keepContact(queryClient, { ...before, ...shown });
      return before;
    },
    onSuccess: (contact) => {
      // While another change is on its way, an answer to this one would take that one back for a moment.
      if (queryClient.isMutating({ mutationKey }) === 1) keepContact(queryClient, contact);
    },
    onError: (_error, _change, before) => {
      if (before) keepContact(queryClient, before);
      return queryClient.invalidateQueries({ queryKey });
    },
  });
  return mutateAsync;
}
