import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Chat } from '@parley/live';
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
  const form = useForm({
    initialValues: { agentId: undefined as number | undefined, comment: '' },
    validate: { agentId: (id) => id === undefined && texts.transferChoose },
  });
  if (!team.length) return <Text c="dimmed">{texts.transferNobody}</Text>;
  const submit = form.onSubmit(async ({ agentId, comment }) => {
    if (agentId === undefined) return;
    const isDone = await actions.assign(agentId, comment.trim());
    if (isDone) onClose();
  });
  return (
    <form onSubmit={(event) => (form.submitting ? event.preventDefault() : submit(event))} noValidate>
      <Stack gap="md">
        <TeammateChoice
          label={texts.transferTo}
          team={team}
          chosen={form.values.agentId}
          onChoose={(id) => form.setFieldValue('agentId', id)}
          error={form.errors.agentId}
        />
        <Textarea
          {...form.getInputProps('comment')}
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
          <SubmitButton label={texts.transferGo} busyLabel={texts.sending} isPending={form.submitting} />
        </Group>
      </Stack>
    </form>
  );
}
