import { Button, Text } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { type Department, departmentsQuery } from '../../../entities/agent/departments.ts';
import { agentsQuery } from '../../../entities/agent/use-agents.ts';
import { useDepartmentsTexts } from '../../../locales/pages/departments.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { useChannelName } from '../channel-names.ts';

/** Says where new chats go afterwards. */
export function RemoveDepartment({ department, all }: { department: Department; all: Department[] }) {
  const texts = useDepartmentsTexts();
  const channelName = useChannelName();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotice();
  const [isAsking, setAsking] = useState(false);
  const { id, name, channels } = department;
  const served = new Set(all.filter((other) => other.id !== id).flatMap((other) => other.channels));
  const toOthers = channels.filter((channel) => served.has(channel));
  const toAll = channels.filter((channel) => !served.has(channel));
  const inWords = (list: string[]) => list.map(channelName).join(', ');
  const leave = async () => {
    notify({ kind: 'done', text: texts.removed(name) });
    await navigate({ to: '/settings/departments', replace: true });
    void queryClient.invalidateQueries({ queryKey: departmentsQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: agentsQuery.queryKey });
  };
  return (
    <>
      <Button variant="default" c="red" onClick={() => setAsking(true)}>
        {texts.remove}
      </Button>
      <ConfirmDialog
        title={texts.removeHeading(name)}
        label={texts.remove}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        send={() => remove(id)}
        onDone={() => void leave()}
      >
        <Text>{texts.removeLead}</Text>
        {toOthers.length > 0 && <Text mt="sm">{texts.removeOthers(inWords(toOthers))}</Text>}
        {toAll.length > 0 && <Text mt="sm">{texts.removeAll(inWords(toAll))}</Text>}
      </ConfirmDialog>
    </>
  );
}

/** One that is gone already needs no deletion. */
async function remove(id: number) {
  await api.departments.remove({ params: { id } }).catch((error) => {
    if (!(error instanceof ParleyProblem && error.status === 404)) throw error;
  });
}
