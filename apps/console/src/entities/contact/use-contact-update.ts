import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Contact, cacheContact, contactQuery } from './contact-queries.ts';

interface Change {
  /** Changes to show before the server confirms them. */
  optimistic: Partial<Contact>;
  send: () => Promise<Contact>;
}

/** Optimistic update of a contact. If the server refuses it, the change is reverted and the promise rejects. */
export function useContactUpdate({ id }: Pick<Contact, 'id'>) {
  const queryClient = useQueryClient();
  const { queryKey } = contactQuery(id);
  const mutationKey = ['contact', id];
  const { mutateAsync } = useMutation({
    mutationKey,
    scope: { id: `contact ${id}` },
    mutationFn: ({ send }: Change) => send(),
    onMutate: async ({ optimistic }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before) cacheContact(queryClient, { ...before, ...optimistic });
      return before;
    },
    onSuccess: (contact) => {
      // With another update pending, this answer would revert it for a moment.
      if (queryClient.isMutating({ mutationKey }) === 1) cacheContact(queryClient, contact);
    },
    onError: (_error, _change, before) => {
      if (before) cacheContact(queryClient, before);
      return queryClient.invalidateQueries({ queryKey });
    },
  });
  return mutateAsync;
}
