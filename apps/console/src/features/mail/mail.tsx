import { useQuery } from '@tanstack/react-query';
import { useMailTexts } from '../../locales/pages/mail.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { SettingSection } from '../../ui/layout/setting-section.tsx';
import { mailQuery } from './mail-queries.ts';
import { MailServer } from './mail-server.tsx';
import { Outbox } from './outbox.tsx';
import { TestMail } from './test-mail.tsx';

/** The mail server with a test, or the outbox without one. */
export function Mail() {
  const texts = useMailTexts();
  const mail = useQuery(mailQuery);
  return (
    <Screen>
      <PageHeading title={texts.title} lead={texts.lead} />
      <Loaded query={mail} failure={texts.failed}>
        {(data) => (
          <>
            <SettingSection heading={texts.server} lead={texts.serverLead}>
              <MailServer mail={data} />
            </SettingSection>
            {data.smtp ? (
              <SettingSection heading={texts.test} lead={texts.testLead}>
                <TestMail to={data.test_to} />
              </SettingSection>
            ) : (
              <SettingSection heading={texts.outbox} lead={texts.outboxLead}>
                <Outbox />
              </SettingSection>
            )}
          </>
        )}
      </Loaded>
    </Screen>
  );
}
