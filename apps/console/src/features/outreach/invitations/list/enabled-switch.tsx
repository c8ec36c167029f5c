import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../../data/api.ts';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import { useExplain } from '../../../../ui/feedback/explain.ts';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import { type Invitation, useCacheInvitations, useRefreshInvitations } from '../model/invitation-queries.ts';

/** Shows the change at once, and takes it back if it is refused. */
export function EnabledSwitch({ rule: { id, name, enabled } }: { rule: Invitation }) {
  const texts = useSmartInvitationsTexts();
  const explain = useExplain();
  const notify = useNotice();
  const cache = useCacheInvitations();
  const refresh = useRefreshInvitations();
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (next: boolean) => api.smartInvitations.setEnabled({ params: { id }, body: { enabled: next } }),
    scope: { id: `invitation-enabled-${id}` },
    onSuccess: (saved) => cache((rules) => rules.map((each) => (each.id === id ? saved : each))),
    onError: (error) => {
      notify({ kind: 'failed', text: explain(error) });
      void refresh();
    },
  });
  return (
    <Switch
      aria-label={texts.enabledOf(name)}
      checked={isPending ? variables : enabled}
      onChange={({ currentTarget }) => mutate(currentTarget.checked)}
    />
  );
}
