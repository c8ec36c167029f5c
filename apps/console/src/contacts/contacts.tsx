import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTexts } from '../locales/locale.tsx';
import { Screen } from '../shell/screen.tsx';
import { ContactPane } from './contact-pane.tsx';

export function Contacts() {
  const { contacts: texts, title } = useTexts();
  const { contactId } = useParams({ strict: false });
  const navigate = useNavigate();
  useDocumentTitle(title(texts.title));
  return (
    <Screen>
      <Title order={1}>{texts.title}</Title>
      {contactId && <ContactPane id={contactId} onClose={() => void navigate({ to: '/contacts' })} />}
    </Screen>
  );
}
