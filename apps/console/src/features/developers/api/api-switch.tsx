import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { sessionQuery, useSession } from '../../../data/session.ts';
import { useDevelopersTexts } from '../../../locales/pages/developers.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { stateOf, tokensQuery } from '../tokens/token-queries.ts';
import styles from './api-switch.module.css';

/** Switches the API of the widget. Off asks again, because other software stops working. */
export function ApiSwitch() {
  const { switch: texts } = useDevelopersTexts();
  const isOn = useSession().widget.api_enabled;
  const [isAsking, setAsking] = useState(false);
  const { set, isPending } = useApiSwitch();
  return (
    <section className={styles.switch} aria-label={texts.heading}>
      <div className={styles.words}>
        <StatusBadge tone={isOn ? 'good' : 'off'}>{isOn ? texts.on : texts.off}</StatusBadge>
        <Text c="dimmed">{isOn ? texts.onLead : texts.offLead}</Text>
      </div>
      {isOn ? (
        <Button variant="default" onClick={() => setAsking(true)}>
          {texts.turnOff}
        </Button>
      ) : (
        <Button aria-busy={isPending} onClick={() => isPending || set(true)}>
          {texts.turnOn}
        </Button>
      )}
      <TurnOff isOpen={isAsking} onClose={() => setAsking(false)} />
    </section>
  );
}

function TurnOff({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { switch: texts } = useDevelopersTexts();
  const tokens = useQuery({ ...tokensQuery, enabled: isOpen });
  const { send } = useApiSwitch();
  const active = tokens.data?.filter((token) => stateOf(token) === 'active').length ?? 0;
  return (
    <ConfirmDialog
      title={texts.question}
      label={texts.turnOffConfirm}
      isOpen={isOpen}
      onClose={onClose}
      send={() => send(false)}
    >
      <Text>{texts.stops}</Text>
      <ul className={styles.stops}>
        <li>{texts.stopsTokens(active)}</li>
        <li>{texts.stopsChannels}</li>
        <li>{texts.stopsScripts}</li>
      </ul>
      <Text c="dimmed">{texts.stays}</Text>
    </ConfirmDialog>
  );
}

function useApiSwitch() {
  const { switch: texts } = useDevelopersTexts();
  const notify = useNotice();
  const explain = useExplain();
  const queryClient = useQueryClient();
  const send = async (api_enabled: boolean) => {
    await api.widgetAccess.update({ body: { api_enabled } });
    queryClient.setQueryData(
      sessionQuery.queryKey,
      (session) => session && { ...session, widget: { ...session.widget, api_enabled } },
    );
    notify({ kind: 'done', text: api_enabled ? texts.turnedOn : texts.turnedOff });
  };
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return { send, set: mutate, isPending };
}
