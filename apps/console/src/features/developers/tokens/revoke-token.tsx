import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useTokensTexts } from '../../../locales/pages/tokens.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { type Token, tokensQuery } from './token-queries.ts';

interface RevokeTokenProps {
  token: Token;
  isOpen: boolean;
  onClose: () => void;
}

export function RevokeToken({ token: { id, name, calls }, isOpen, onClose }: RevokeTokenProps) {
  const texts = useTokensTexts();
  const notify = useNotice();
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      title={texts.revokeQuestion(name)}
      label={texts.revokeConfirm}
      isOpen={isOpen}
      onClose={onClose}
      send={() => api.tokens.remove({ params: { id } })}
      onDone={() => {
        notify({ kind: 'done', text: texts.revoked });
        void queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey });
      }}
    >
      <Text>{texts.revokeLead}</Text>
      {calls > 0 && <Text mt="xs">{texts.revokeUsed(calls)}</Text>}
    </ConfirmDialog>
  );
}
