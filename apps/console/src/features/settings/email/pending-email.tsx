import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useProfileTexts } from '../../../locales/pages/profile.ts';
import { CopyableCode } from '../../../ui/controls/copyable-code.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import type { RequestedEmail } from './change-email.tsx';

interface PendingEmailProps {
  email: string;
  /** Where no mail server sends it. */
  link: string | null;
  /** Undefined when the change was cancelled. */
  onChange: (requested: RequestedEmail | undefined) => void;
}

/** The address that awaits confirmation. */
export function PendingEmail({ email, link, onChange }: PendingEmailProps) {
  const { ownEmail: texts } = useProfileTexts();
  const explain = useExplain();
  const notify = useNotice();
  const onError = (error: unknown) => notify({ kind: 'failed', text: explain(error) });
  const resend = useMutation({
    mutationFn: () => api.emailChange.resend({ body: { email } }),
    gcTime: 0,
    onError,
    onSuccess: (requested) => {
      onChange(requested);
      if (!requested.link) notify({ kind: 'done', text: texts.sentAgain(email) });
    },
  });
  const cancel = useMutation({
    mutationFn: () => api.emailChange.cancel(),
    onError,
    onSuccess: () => onChange(undefined),
  });
  return (
    <Alert
      mt="md"
      variant="default"
      icon={<IconMailForward size={18} stroke={1.75} aria-hidden />}
      title={texts.pending(email)}
    >
      <Stack gap="sm">
        <Text>{link ? texts.noMail : texts.pendingLead}</Text>
        {link && <CopyableCode label={texts.link}>{link}</CopyableCode>}
        <Group gap="xs">
          <Button variant="default" size="xs" loading={resend.isPending} onClick={() => resend.mutate()}>
            {texts.again}
          </Button>
          <Button variant="subtle" color="gray" size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {texts.cancel}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
