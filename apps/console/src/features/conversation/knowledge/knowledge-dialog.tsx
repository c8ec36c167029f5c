import { Group, Stack, Text, Textarea } from '@mantine/core';
import type { Message } from '@parley/live';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../data/api.ts';
import { useKbFailure } from '../../../entities/knowledge/use-kb-failure.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useAddToKnowledgeTexts } from '../../../locales/pages/add-to-knowledge.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { questionOf } from './question-of.ts';

interface KnowledgeDialogProps {
  reply: Message;
  messages: readonly Message[];
  isOpen: boolean;
  onClose: () => void;
}

const MOST = 10_000;

/** Makes a rule of a reply and the question before it. */
export function KnowledgeDialog({ reply, messages, isOpen, onClose }: KnowledgeDialogProps) {
  const texts = useAddToKnowledgeTexts();
  return (
    <Dialog title={texts.title} isOpen={isOpen} onClose={onClose} isWide>
      <RuleForm question={questionOf(messages, reply)} answer={reply.body ?? ''} onClose={onClose} />
    </Dialog>
  );
}

const toContent = (values: { question: string; answer: string }) =>
  [values.question.trim(), values.answer.trim()].filter(Boolean).join('\n\n');

function RuleForm({ question, answer, onClose }: { question: string; answer: string; onClose: () => void }) {
  const texts = useAddToKnowledgeTexts();
  const { saving } = useTexts();
  const navigate = useNavigate();
  const notify = useNotice();
  const queryClient = useQueryClient();
  const toFailure = useKbFailure();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { question, answer },
    validate: (values) => ({ answer: checkAnswer(values) }),
    send: (values) => api.kb.createRule({ body: { content: toContent(values) } }),
    toErrors: (error) => {
      const form = toFailure(error);
      return form === undefined ? undefined : { form };
    },
    onSuccess: ({ id }) => {
      onClose();
      const open = () => void navigate({ to: '/ai/knowledge/rules/$id', params: { id } });
      notify({ kind: 'done', text: texts.saved, action: { label: texts.open, run: open } });
      void queryClient.invalidateQueries({ queryKey: ['ai', 'kb'] });
    },
  });
  function checkAnswer(values: { question: string; answer: string }) {
    if (!values.answer.trim()) return texts.answerMissing;
    return toContent(values).length > MOST ? texts.tooLong : undefined;
  }
  const field = { autosize: true, maxRows: 10, maxLength: MOST, dir: 'auto' } as const;
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{texts.lead}</Text>
        <Textarea {...getInputProps('question')} {...field} label={texts.question} minRows={2} />
        <Textarea {...getInputProps('answer')} {...field} label={texts.answer} minRows={4} data-autofocus />
        <FormFailure>{failure}</FormFailure>
        <Group justify="flex-end">
          <SubmitButton label={texts.save} busyLabel={saving} isPending={isPending} />
        </Group>
      </Stack>
    </form>
  );
}
