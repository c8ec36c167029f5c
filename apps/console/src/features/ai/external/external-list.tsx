import { Button } from '@mantine/core';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useExternalOperatorsTexts } from '../../../locales/pages/external-operators.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ListRow } from '../../../ui/layout/list-row.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Rows } from '../../../ui/layout/rows.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { When } from '../../../ui/time/when.tsx';
import { externalOperatorsQuery } from '../model/ai-queries.ts';
import { ExternalState } from './external-state.tsx';

export function ExternalList() {
  const texts = useExternalOperatorsTexts();
  const query = useQuery(externalOperatorsQuery);
  const create = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      renderRoot={(props) => <Link to="/ai/external-operators/new" {...props} />}
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
              {operators.map(({ public_id, name, url, state, tested_at }) => (
                <ListRow
                  key={public_id}
                  name={
                    <Link to="/ai/external-operators/$publicId" params={{ publicId: public_id }}>
                      {name}
                    </Link>
                  }
                  badges={<ExternalState state={state} />}
                  facts={<span dir="ltr">{url}</span>}
                  aside={
                    tested_at ? (
                      <>
                        {texts.tested} <When at={tested_at} />
                      </>
                    ) : (
                      texts.neverTested
                    )
                  }
                />
              ))}
            </Rows>
          ) : (
            <EmptyState icon={IconPlugConnected} heading={texts.empty} action={create}>
              {texts.emptyLead}
            </EmptyState>
          )
        }
      </Loaded>
    </Screen>
  );
}
