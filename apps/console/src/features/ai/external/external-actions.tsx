import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconKey, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useAiMenuTexts } from '../../../locales/pages/ai-menu.ts';
import { useExternalOperatorsTexts } from '../../../locales/pages/external-operators.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { type ExternalOperator, externalOperatorsQuery } from '../model/ai-queries.ts';
import { useRefreshAi } from '../model/use-refresh-ai.ts';
import { ExternalSecret } from './external-secret.tsx';
import { StateSwitch } from './lifecycle.tsx';

interface ExternalDialogProps {
  operator: ExternalOperator;
  isOpen: boolean;
  onClose: () => void;
}

interface ExternalActionsProps {
  operator: ExternalOperator;
  /** The test, whose outcome the page shows. */
  trial: { isPending: boolean; mutate: () => void };
}

export function ExternalActions({ operator, trial }: ExternalActionsProps) {
  const texts = useExternalOperatorsTexts();
  const { more } = useAiMenuTexts();
  const [dialog, setDialog] = useState<'rotate' | 'delete'>();
  const propsOf = (name: typeof dialog) => ({
    operator,
    isOpen: dialog === name,
    onClose: () => setDialog(undefined),
  });
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };
  return (
    <>
      <Button variant="default" aria-busy={trial.isPending} onClick={() => trial.isPending || trial.mutate()}>
        {trial.isPending ? texts.testing : texts.test}
      </Button>
      <StateSwitch operator={operator} />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={more}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => setDialog('rotate')}>
            {texts.rotate}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => setDialog('delete')}>
            {texts.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RotateSecret {...propsOf('rotate')} />
      <DeleteExternal {...propsOf('delete')} />
    </>
  );
}

/** Shows the new secret once. */
function RotateSecret({ operator: { public_id }, isOpen, onClose }: ExternalDialogProps) {
  const texts = useExternalOperatorsTexts();
  const refresh = useRefreshAi();
  const [secret, setSecret] = useState<string>();
  const rotate = async () => {
    // Not returned: the result of a mutation stays in the cache.
    setSecret((await api.externalOperators.rotateSecret({ params: { public_id } })).secret);
    void refresh();
  };
  return (
    <>
      <ConfirmDialog
        title={texts.rotateQuestion}
        label={texts.rotateConfirm}
        isOpen={isOpen}
        onClose={onClose}
        send={rotate}
      >
        {texts.rotateLead}
      </ConfirmDialog>
      <ExternalSecret secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

function DeleteExternal({ operator: { public_id, name }, isOpen, onClose }: ExternalDialogProps) {
  const texts = useExternalOperatorsTexts();
  const notify = useNotice();
  const navigate = useNavigate();
  const refresh = useRefreshAi();
  const queryClient = useQueryClient();
  const leave = async () => {
    notify({ kind: 'done', text: texts.deleted });
    await navigate({ to: '/ai/external-operators', replace: true, ignoreBlocker: true });
    queryClient.setQueryData(externalOperatorsQuery.queryKey, (all) =>
      all?.filter((each) => each.public_id !== public_id),
    );
    queryClient.removeQueries({ queryKey: ['ai', 'external-operator', public_id] });
    await refresh();
  };
  return (
    <ConfirmDialog
      title={texts.deleteQuestion(name)}
      label={texts.deleteConfirm}
      isOpen={isOpen}
      onClose={onClose}
      send={() => api.externalOperators.remove({ params: { public_id } })}
      onDone={() => void leave()}
    >
      {texts.deleteLead}
    </ConfirmDialog>
  );
}
