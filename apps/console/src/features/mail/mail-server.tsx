import { Stack, Text } from '@mantine/core';
import { useMailTexts } from '../../locales/pages/mail.ts';
import { CopyableCode } from '../../ui/controls/copyable-code.tsx';
import { DescriptionList } from '../../ui/layout/description-list.tsx';
import type { MailSettings } from './mail-queries.ts';

const EXAMPLE = 'SMTP_URL=smtp://user:password@smtp.example.com:587';

/** Where e-mails go, or how to connect a mail server. */
export function MailServer({ mail: { smtp, from } }: { mail: MailSettings }) {
  const texts = useMailTexts();
  if (smtp) {
    return (
      <DescriptionList
        facts={[
          { name: texts.host, value: `${smtp.host}:${smtp.port}` },
          { name: texts.encryption, value: smtp.is_secure ? texts.secure : texts.startTls },
          { name: texts.user, value: smtp.user, absent: texts.noUser },
          { name: texts.from, value: from },
        ]}
      />
    );
  }
  return (
    <Stack gap="md">
      <div>
        <Text fw={500}>{texts.none}</Text>
        <Text c="dimmed">{texts.noneLead}</Text>
      </div>
      <CopyableCode label={texts.setting}>{EXAMPLE}</CopyableCode>
      <DescriptionList facts={[{ name: texts.from, value: from }]} />
    </Stack>
  );
}
