import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../../../data/api.ts';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import { useExplain } from '../../../../ui/feedback/explain.ts';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import { isConflict } from '../editor/use-editor.ts';
import {
  type Invitation,
  invitationsQuery,
  toInvitation,
  useCacheInvitations,
  useRefreshInvitations,
} from '../model/invitation-queries.ts';
import { prioritiesFor } from '../model/order.ts';

interface NewOrder {
  ids: number[];
  movedId: number;
}

const inOrder = (rules: Invitation[], ids: number[]) =>
  rules.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));

/** Rules in the order that was chosen, which shows at once and is written one change after the other. */
export function useReorder(rules: Invitation[]) {
  const texts = useSmartInvitationsTexts();
  const explain = useExplain();
  const notify = useNotice();
  const queryClient = useQueryClient();
  const refresh = useRefreshInvitations();
  const cache = useCacheInvitations();
  const [chosen, setChosen] = useState<number[]>();
  const pending = useRef(0);

  async function write({ ids, movedId }: NewOrder) {
    const stored = queryClient.getQueryData(invitationsQuery.queryKey)?.rules ?? [];
    for (const { id, priority } of prioritiesFor(inOrder(stored, ids), movedId)) {
      const rule = stored.find((each) => each.id === id);
      if (!rule) continue;
      const saved = toInvitation(
        await api.smartInvitations.save({ body: { rule: { ...rule, priority }, original_id: id } }),
      );
      if (saved) cache((all) => all.map((each) => (each.id === id ? saved : each)));
    }
  }

  const { mutate } = useMutation({
    mutationFn: write,
    scope: { id: 'invitation-order' },
    onError: (error) => {
      notify({ kind: 'failed', text: isConflict(error) ? texts.moveFailed : explain(error) });
    },
    onSettled: async () => {
      pending.current -= 1;
      if (pending.current) return;
      await refresh();
      if (!pending.current) setChosen(undefined);
    },
  });

  return {
    ordered: chosen ? inOrder(rules, chosen) : rules,
    reorder(ids: number[], movedId: number) {
      setChosen(ids);
      pending.current += 1;
      mutate({ ids, movedId });
    },
  };
}
