import { Button } from '@mantine/core';
import { IconPlus, IconRobotFace } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAiOperatorsTexts } from '../../../locales/pages/ai-operators.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ListRow } from '../../../ui/layout/list-row.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Rows } from '../../../ui/layout/rows.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { assistantsQuery, operatorsQuery } from '../model/ai-queries.ts';
import { OperatorStatus } from './operator-status.tsx';

export function OperatorList() {
  const texts = useAiOperatorsTexts();
  const query = useQuery(operatorsQuery);
  const { data: assistants } = useQuery(assistantsQuery);
  const nameOf = (id: number) => assistants?.find((each) => each.id === id)?.name ?? (assistants ? texts.gone : '…');
  const create = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      renderRoot={(props) => <Link to="/ai/operators/new" {...props} />}
    >
      {texts.create}
    </Button>
  );
  return (
    <Screen>
      <PageHeading title={texts.title} lead={texts.lead} actions={create} />
      <Loaded query={query} failure={texts.failed}>
        {(operators) =>
          operators.length ? (
            <Rows label={texts.title} end={texts.count(operators.length)}>
              {/* Retired ones are kept for their messages. */}
              {operators
                .toSorted((a, b) => Number(a.status === 'banned') - Number(b.status === 'banned'))
                .map(({ id, name, name_i18n, status, assistant_id, show_in_header }) => (
                  <ListRow
                    key={id}
                    name={
                      <Link to="/ai/operators/$id" params={{ id }}>
                        {name}
                      </Link>
                    }
                    badges={<OperatorStatus status={status} />}
                    facts={[nameOf(assistant_id), name_i18n && texts.names(Object.keys(name_i18n).length)]
                      .filter(Boolean)
                      .join(' · ')}
                    aside={show_in_header && status !== 'banned' && texts.inHeader}
                  />
                ))}
            </Rows>
          ) : (
            <EmptyState icon={IconRobotFace} heading={texts.empty} action={create}>
              {texts.emptyLead}
            </EmptyState>
          )
        }
      </Loaded>
    </Screen>
  );
}
