import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../data/api.ts';
import { useBroadcastsTexts } from '../../../locales/pages/broadcasts.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { type Broadcast, useForgetBroadcast } from '../model/broadcast-queries.ts';

interface DeleteBroadcastProps {
  broadcast: Broadcast;
  isOpen: boolean;
  onClose: () => void;
}

export function DeleteBroadcast({ broadcast: { id, status }, isOpen, onClose }: DeleteBroadcastProps) {
  const texts = useBroadcastsTexts();
  const notify = useNotice();
  const navigate = useNavigate();
  const forget = useForgetBroadcast();
  const leave = async () => {
    await navigate({ to: '/outreach/broadcasts', replace: true, ignoreBlocker: true });
    notify({ kind: 'done', text: texts.removed });
    await forget(id);
  };
  return (
    <ConfirmDialog
      title={texts.removeQuestion}
      label={texts.removeConfirm}
      isOpen={isOpen}
      onClose={onClose}
      send={() => api.broadcasts.remove({ params: { id } })}
      onDone={() => void leave()}
    >
      {status === 'draft' ? texts.removeDraftLead : texts.removeLead}
    </ConfirmDialog>
  );
}
