import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { api } from '../../../data/api.ts';
import { useExternalOperatorsTexts } from '../../../locales/pages/external-operators.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { LoadedOne } from '../../../ui/feedback/loaded-one.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { Warning } from '../../../ui/feedback/warning.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import type { ExternalOperator } from '../model/ai-queries.ts';
import { useRefreshAi } from '../model/use-refresh-ai.ts';
import { ExternalActions } from './external-actions.tsx';
import { ExternalCalls } from './external-calls.tsx';
import { ExternalForm } from './external-form.tsx';
import { ExternalState } from './external-state.tsx';
import { TestOutcome, useExternalTest } from './lifecycle.tsx';

const externalQuery = (publicId: string) =>
  queryOptions({
    queryKey: ['ai', 'external-operator', publicId],
    queryFn: () => api.externalOperators.read({ params: { public_id: publicId } }),
  });

export function ExternalPage() {
  const texts = useExternalOperatorsTexts();
  const { publicId } = useParams({ from: '/shell/ai/external-operators/$publicId' });
  const query = useQuery(externalQuery(publicId));
  return (
    <Screen>
      <BackLink to="/ai/external-operators">{texts.title}</BackLink>
      <LoadedOne query={query} failure={texts.failed} missing={texts.missing}>
        {(operator) => <Details key={operator.public_id} operator={operator} />}
      </LoadedOne>
    </Screen>
  );
}

function Details({ operator }: { operator: ExternalOperator }) {
  const texts = useExternalOperatorsTexts();
  const notify = useNotice();
  const navigate = useNavigate();
  const refresh = useRefreshAi();
  const { public_id, name, state } = operator;
  const trial = useExternalTest(operator);
  return (
    <>
      <PageHeading
        title={name}
        lead={<ExternalState state={state} />}
        actions={<ExternalActions operator={operator} trial={trial} />}
      />
      {state !== 'active' && <Warning>{state === 'draft' ? texts.draftNote : texts.pausedNote}</Warning>}
      {trial.data && <TestOutcome result={trial.data} />}
      <ExternalForm
        operator={operator}
        send={(fields) => {
          const { url, ...others } = fields;
          // The same address again would make it a draft.
          const body = url === operator.url ? others : fields;
          return api.externalOperators.update({ params: { public_id }, body });
        }}
        onDone={() => {
          notify({ kind: 'done', text: texts.saved });
          void navigate({ to: '/ai/external-operators', ignoreBlocker: true });
          void refresh();
        }}
      />
      <ExternalCalls publicId={public_id} />
    </>
  );
}
