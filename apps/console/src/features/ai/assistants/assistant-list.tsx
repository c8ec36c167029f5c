import { Button } from '@mantine/core';
import { IconPlus, IconUserBolt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAiAssistantsTexts } from '../../../locales/pages/ai-assistants.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { ListRow } from '../../../ui/layout/list-row.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Rows } from '../../../ui/layout/rows.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { assistantsQuery, operatorsQuery } from '../model/ai-queries.ts';

export function AssistantList() {
  const texts = useAiAssistantsTexts();
  const query = useQuery(assistantsQuery);
  const { data: operators = [] } = useQuery(operatorsQuery);
  const namesOf = (assistantId: number) =>
    operators
      .filter(({ assistant_id, status }) => assistant_id === assistantId && status !== 'banned')
      .map(({ name }) => name)
      .join(', ');
  const create = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      renderRoot={(props) => <Link to="/ai/assistants/new" {...props} />}
    >
      {texts.create}
    </Button>
  );
  return (
    <Screen>
      <PageHeading title={texts.title} lead={texts.lead} actions={create} />
      <Loaded query={query} failure={texts.failed}>
        {(assistants) =>
          assistants.length ? (
            <Rows label={texts.title} end={texts.count(assistants.length)}>
              {assistants.map(({ id, name, is_default, enabled, persona_version }) => (
                <ListRow
                  key={id}
                  name={
                    <Link to="/ai/assistants/$id" params={{ id }}>
                      {name}
                    </Link>
                  }
                  badges={
                    <>
                      {is_default && <StatusBadge tone="good">{texts.isDefault}</StatusBadge>}
                      {!enabled && <StatusBadge tone="off">{texts.off}</StatusBadge>}
                    </>
                  }
                  facts={namesOf(id) ? texts.runBy(namesOf(id)) : texts.runByNobody}
                  aside={texts.version(persona_version)}
                />
              ))}
            </Rows>
          ) : (
            <EmptyState icon={IconUserBolt} heading={texts.empty} action={create}>
              {texts.emptyLead}
            </EmptyState>
          )
        }
      </Loaded>
    </Screen>
  );
}
