import { ActionIcon, Switch, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useMessengerAccountsTexts } from '../../../locales/pages/messenger-accounts.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { DetailRow } from '../../../ui/layout/detail-row.tsx';
import { Rows } from '../../../ui/layout/rows.tsx';
import { stateOfCabinet } from '../model/connection-state.ts';
import type { Cabinet } from '../model/messenger-queries.ts';
import { useExplainMessenger } from '../model/use-explain-messenger.ts';
import { useReason, useRefreshMessengers } from '../model/use-messengers.ts';

/** Cabinets that are connected; each that is on takes a slot of the plan. */
export function Cabinets({ cabinets }: { cabinets: Cabinet[] }) {
  const texts = useMessengerAccountsTexts();
  const used = cabinets.filter(({ status }) => status === 'enabled').length;
  return (
    <Rows label={texts.cabinets} end={texts.enabledCount(used)}>
      {cabinets.map((cabinet) => (
        <CabinetRow key={cabinet.id} cabinet={cabinet} />
      ))}
    </Rows>
  );
}

function CabinetRow({ cabinet }: { cabinet: Cabinet }) {
  const texts = useMessengerAccountsTexts();
  const reason = useReason('avito')(cabinet.webhook);
  const { name, avito_user_id, status } = cabinet;
  const isBroken = stateOfCabinet(cabinet) === 'broken';
  const state = isBroken && reason ? reason.what : texts.cabinetStates[status];
  return (
    <DetailRow name={name} title={name} facts={`${state} · ${texts.cabinetId(avito_user_id)}`}>
      <StatusSwitch cabinet={cabinet} />
      <RemoveCabinet cabinet={cabinet} />
    </DetailRow>
  );
}

/** Shows the chosen state at once, and the old one again if it is refused. */
function StatusSwitch({ cabinet: { id, name, status } }: { cabinet: Cabinet }) {
  const texts = useMessengerAccountsTexts();
  const notify = useNotice();
  const explain = useExplainMessenger();
  const refresh = useRefreshMessengers();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (next: 'enabled' | 'disabled') =>
      api.messengers.updateCabinet({ params: { id }, body: { status: next } }),
    onSuccess: async (_, next) => {
      notify({ kind: 'done', text: next === 'enabled' ? texts.turnedOn(name) : texts.turnedOff(name) });
      await refresh();
    },
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return (
    <Switch
      aria-label={texts.receives(name)}
      checked={(isPending ? variables : status) === 'enabled'}
      onChange={({ currentTarget: { checked } }) => isPending || mutate(checked ? 'enabled' : 'disabled')}
    />
  );
}

function RemoveCabinet({ cabinet: { id, name } }: { cabinet: Cabinet }) {
  const texts = useMessengerAccountsTexts();
  const notify = useNotice();
  const refresh = useRefreshMessengers();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Tooltip label={texts.removeOf(name)}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={texts.removeOf(name)}
          onClick={() => setAsking(true)}
        >
          <IconTrash size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <ConfirmDialog
        title={texts.removeCabinet(name)}
        label={texts.removeConfirm}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        send={() => api.messengers.removeCabinet({ params: { id } })}
        onDone={() => {
          notify({ kind: 'done', text: texts.removed(name) });
          void refresh();
        }}
      >
        {texts.removeCabinetLead}
      </ConfirmDialog>
    </>
  );
}
