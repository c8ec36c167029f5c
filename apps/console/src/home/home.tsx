import { Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useTexts } from '../locales/locale.tsx';
import { fullName, isManager, useSession } from '../session.ts';
import { Facts } from '../shell/facts.tsx';
import { Screen } from '../shell/screen.tsx';
import { ApiHints } from './api-hints.tsx';

/** Who is signed in, and where. */
export function Home() {
  const texts = useTexts();
  const session = useSession();
  useDocumentTitle(texts.title(texts.home.title));
  const { widget } = session;
  return (
    <Screen>
      <Title order={1}>{texts.home.heading(session.user.name ?? fullName(session))}</Title>
      <Text c="dimmed" mt={4} mb="xl">
        {texts.home.lead(widget.domain ?? texts.shell.widget(widget.id))}
      </Text>
      <Facts
        facts={[
          { name: texts.home.person, value: session.user.email },
          { name: texts.home.role, value: texts.roles[session.agent.role] },
          { name: texts.home.widget, value: texts.shell.widget(widget.id) },
          { name: texts.home.domain, value: widget.domain, absent: texts.home.noDomain },
          { name: texts.home.api, value: widget.api_enabled ? texts.home.apiOn : texts.home.apiOff },
        ]}
      />
      {isManager(session) && <ApiHints widget={widget} />}
    </Screen>
  );
}
