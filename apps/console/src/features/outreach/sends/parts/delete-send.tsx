import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../../data/api.ts';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../../ui/form/confirm-dialog.tsx';
import type { Send, SendKind } from '../model/send.ts';
import { useForgetSend } from '../model/send-queries.ts';
import { useKindTexts } from '../model/use-kind-texts.ts';

interface DeleteSendProps {
  kind: SendKind;
  send: Pick<Send, 'id' | 'status'>;
  isOpen: boolean;
  onClose: () => void;
}

export function DeleteSend({ kind, send: { id, status }, isOpen, onClose }: DeleteSendProps) {
  const texts = useKindTexts(kind);
  const notify = useNotice();
  const navigate = useNavigate();
  const forget = useForgetSend(kind);
  const leave = async () => {
    await navigate({ to: `/outreach/${kind}`, replace: true, ignoreBlocker: true });
    notify({ kind: 'done', text: texts.removed });
    await forget(id);
  };
  return (
    <ConfirmDialog
      title={texts.removeQuestion}
      label={texts.removeConfirm}
      isOpen={isOpen}
      onClose={onClose}
      send={() => api[kind].remove({ params: { id } })}
      onDone={() => void leave()}
    >
      {status === 'draft' ? texts.removeDraftLead : texts.removeLead}
    </ConfirmDialog>
  );
}
