import { ParleyProblem } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../../data/api.ts';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import { useExplain } from '../../../../ui/feedback/explain.ts';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import {
  type Invitation,
  toInvitation,
  useCacheInvitations,
  useRefreshInvitations,
} from '../model/invitation-queries.ts';

const MAX_NAME = 120;

/** Copies an invitation, which is off until somebody has looked at it, and opens the copy. */
export function useCopyInvitation({ id, version: _, ...rule }: Invitation) {
  const texts = useSmartInvitationsTexts();
  const explain = useExplain();
  const notify = useNotice();
  const navigate = useNavigate();
  const cache = useCacheInvitations();
  const refresh = useRefreshInvitations();
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const name = texts.copyName(rule.name).slice(0, MAX_NAME);
      return api.smartInvitations.save({ body: { rule: { ...rule, name }, mode: 'copy', original_id: id } });
    },
    onSuccess: async (saved) => {
      const copy = toInvitation(saved);
      if (!copy) return;
      cache((rules) => [...rules, copy]);
      await navigate({ to: '/outreach/invitations/$id', params: { id: copy.id } });
      notify({ kind: 'done', text: texts.copied });
      await refresh();
    },
    onError: (error) => {
      const isFull = error instanceof ParleyProblem && error.code === 'limit_reached';
      notify({ kind: 'failed', text: isFull ? texts.limitReached : explain(error) });
    },
  });
  return () => isPending || mutate();
}
