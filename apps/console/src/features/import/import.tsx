import { Anchor, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../data/api.ts';
import { isManager, useSession } from '../../data/session.ts';
import { tagsQuery } from '../../entities/contact/contact-queries.ts';
import { useLocale } from '../../locales/locale.tsx';
import { useImportTexts } from '../../locales/pages/import.ts';
import { ImportSteps } from '../../ui/import/import-steps.tsx';
import { useImport } from '../../ui/import/use-import.ts';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { contactFormat } from './contact-format.ts';

/** Contacts from a file. */
export function Import() {
  const { contacts: texts, title, lead, phrases } = useImportTexts();
  const session = useSession();
  const { locale } = useLocale();
  const queryClient = useQueryClient();
  const state = useImport({
    name: 'contacts',
    format: contactFormat,
    preview: (file) => api.contacts.previewImport({ file }),
    send: (request) => api.contacts.import(request),
    onImported: () => {
      void queryClient.invalidateQueries({ queryKey: ['contacts'] });
      void queryClient.invalidateQueries({ queryKey: ['contact'] });
      void queryClient.invalidateQueries(tagsQuery);
    },
  });
  return (
    <Screen>
      <PageHeading title={title} lead={lead} />
      <ImportSteps
        state={state}
        format={contactFormat}
        names={texts.fields}
        missing={texts.missing}
        summary={({ created, updated }) =>
          texts.summary(created.toLocaleString(locale), updated.toLocaleString(locale))
        }
        after={<Button renderRoot={(props) => <Link to="/contacts" {...props} />}>{texts.open}</Button>}
      />
      {!state.table && isManager(session) && (
        <Anchor
          mt="md"
          display="inline-block"
          renderRoot={(props) => <Link to="/settings/quick-phrases/import" {...props} />}
        >
          {phrases}
        </Anchor>
      )}
    </Screen>
  );
}
