import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { Chat } from '@parley/live';
import { useTeam } from '../../../entities/agent/team.ts';
import { TeammateChoice } from '../../../entities/agent/teammate-choice.tsx';
import { useTexts } from '../../../locales/locale.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import type { ChatActions } from '../commands/use-chat-actions.ts';

interface TransferDialogProps {
  chat: Chat;
  actions: ChatActions;
  isOpen: boolean;
  onClose: () => void;
}

/** Transfers a chat with a comment. */
export function TransferDialog({ isOpen, onClose, ...rest }: TransferDialogProps) {
  const { chatActions: texts } = useTexts();
  return (
    <Dialog title={texts.transferHeading} isOpen={isOpen} onClose={onClose}>
      <TransferForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

function TransferForm({ chat, actions, onClose }: Omit<TransferDialogProps, 'isOpen'>) {
  const { chatActions: texts, cancel } = useTexts();
  const team = useTeam().filter(({ id }) => id !== chat.agent_id);
  const { getInputProps, onSubmit, isPending } = useForm({
    initialValues: { agentId: '', comment: '' },
    validate: ({ agentId }) => ({ agentId: agentId ? undefined : texts.transferChoose }),
    send: ({ agentId, comment }) => actions.assign(Number(agentId), comment.trim()),
    onSuccess: (isDone) => isDone && onClose(),
  });
  if (!team.length) return <Text c="dimmed">{texts.transferNobody}</Text>;
  const agent = getInputProps('agentId');
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <TeammateChoice
          label={texts.transferTo}
          team={team}
          chosen={Number(agent.value)}
          onChoose={(id) => agent.onChange(String(id))}
          error={agent.error}
        />
        <Textarea
          {...getInputProps('comment')}
          label={texts.comment}
          description={texts.commentLead}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={10_000}
        />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <SubmitButton label={texts.transferGo} busyLabel={texts.sending} isPending={isPending} />
        </Group>
      </Stack>
    </form>
  );
}
