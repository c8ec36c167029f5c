import { useSession } from '../../data/session.ts';
import { useTexts } from '../../locales/locale.tsx';
import { useDevelopersTexts } from '../../locales/pages/developers.ts';
import { DescriptionList } from '../../ui/layout/description-list.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { ApiHints } from './api-hints.tsx';

/** What integrations need to know about this widget. */
export function Developers() {
  const texts = useDevelopersTexts();
  const { shell } = useTexts();
  const { widget } = useSession();
  return (
    <Screen>
      <PageHeading title={texts.title} lead={texts.lead} />
      <DescriptionList
        facts={[
          { name: texts.widget, value: shell.widget(widget.id) },
          { name: texts.domain, value: widget.domain, absent: texts.noDomain },
          { name: texts.api, value: widget.api_enabled ? texts.apiOn : texts.apiOff },
        ]}
      />
      <ApiHints widget={widget} />
    </Screen>
  );
}
