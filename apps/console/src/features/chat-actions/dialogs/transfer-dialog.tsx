import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { Chat } from '@parley/live';
import { useQuery } from '@tanstack/react-query';
import { departmentsQuery } from '../../../entities/agent/departments.ts';
import { useTeam } from '../../../entities/agent/team.ts';
import { TeammateChoice } from '../../../entities/agent/teammate-choice.tsx';
import { useTexts } from '../../../locales/locale.tsx';
import { ListChoice } from '../../../ui/controls/list-choice.tsx';
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
  const { data: departments = [] } = useQuery(departmentsQuery);
  const team = useTeam().filter(({ id }) => id !== chat.agent_id);
  const { getInputProps, onSubmit, isPending } = useForm({
    initialValues: { agentId: '', departmentId: '', comment: '' },
    validate: ({ agentId, departmentId }) => ({ agentId: agentId || departmentId ? undefined : texts.transferChoose }),
    send: ({ agentId, departmentId, comment }) => {
      const department = departments.find(({ id }) => String(id) === departmentId);
      if (department) return actions.transferTo(department, comment.trim());
      return actions.assign(Number(agentId), comment.trim());
    },
    onSuccess: (isDone) => isDone && onClose(),
  });
  if (!team.length && !departments.length) return <Text c="dimmed">{texts.transferNobody}</Text>;
  const [agent, department] = [getInputProps('agentId'), getInputProps('departmentId')];
  const choose = (agentId: string, departmentId: string) => {
    agent.onChange(agentId);
    department.onChange(departmentId);
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        {team.length > 0 && (
          <TeammateChoice
            label={texts.transferTo}
            team={team}
            chosen={Number(agent.value)}
            onChoose={(id) => choose(String(id), '')}
            error={agent.error}
          />
        )}
        {departments.length > 0 && (
          <ListChoice
            label={team.length > 0 ? texts.transferToDepartment : texts.transferTo}
            items={departments.map(({ id, name }) => ({ id, content: name }))}
            chosen={Number(department.value)}
            onChoose={(id) => choose('', String(id))}
            error={team.length > 0 ? undefined : agent.error}
          />
        )}
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
