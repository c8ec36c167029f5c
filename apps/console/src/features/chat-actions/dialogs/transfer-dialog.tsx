import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { Chat } from '@parley/live';
import { type SubmitEvent, useState } from 'react';
import { useTeam } from '../../../entities/agent/team.ts';
import { TeammateChoice } from '../../../entities/agent/teammate-choice.tsx';
import { useTexts } from '../../../locales/locale.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import type { ChatActions } from '../commands/use-chat-actions.ts';

interface TransferDialogProps {
  chat: Chat;
  actions: ChatActions;
  isOpen: boolean;
  onClose: () => void;
}

/** Gives a chat to somebody else with a word to go with it. */
export function TransferDialog({ isOpen, onClose, ...rest }: TransferDialogProps) {
  const { chatActions: texts } = useTexts();
  return (
    <Dialog title={texts.transferHeading} isOpen={isOpen} onClose={onClose}>
      <TransferForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

function TransferForm({ chat, actions, onClose }: Omit<TransferDialogProps, 'isOpen'>) {
  const { chatActions: texts } = useTexts();
  const team = useTeam().filter(({ id }) => id !== chat.agent_id);
  const [agentId, setAgentId] = useState<number>();
  const [comment, setComment] = useState('');
  const [isPending, setPending] = useState(false);
  const [isMissing, setMissing] = useState(false);
  if (!team.length) return <Text c="dimmed">{texts.transferNobody}</Text>;
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(agentId === undefined);
    if (agentId === undefined || isPending) return;
    setPending(true);
    const isDone = await actions.assign(agentId, comment.trim());
    setPending(false);
    if (isDone) onClose();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <TeammateChoice
          label={texts.transferTo}
          team={team}
          chosen={agentId}
          onChoose={setAgentId}
          error={isMissing && agentId === undefined ? texts.transferChoose : undefined}
        />
        <Textarea
          label={texts.comment}
          description={texts.commentLead}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={10_000}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <SubmitButton label={texts.transferGo} busyLabel={texts.sending} isPending={isPending} />
        </Group>
      </Stack>
    </form>
  );
}
