import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../../data/api.ts';
import { useKbFailure } from '../../../../entities/knowledge/use-kb-failure.ts';
import { useKnowledgeTexts } from '../../../../locales/pages/knowledge.ts';
import { useKnowledgeRulesTexts } from '../../../../locales/pages/knowledge-rules.ts';
import { BackLink } from '../../../../ui/controls/back-link.tsx';
import { LoadedOne } from '../../../../ui/feedback/loaded-one.tsx';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import { Warning } from '../../../../ui/feedback/warning.tsx';
import { ConfirmDialog } from '../../../../ui/form/confirm-dialog.tsx';
import { SaveBar } from '../../../../ui/form/save-bar.tsx';
import { useDraft } from '../../../../ui/form/use-draft.ts';
import { PageHeading } from '../../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../../ui/layout/screen.tsx';
import { useAmounts } from '../../model/money.ts';
import { type Rule, ruleQuery, useRefreshKb } from '../model/kb-queries.ts';
import { PageLink } from '../parts/page-link.tsx';
import { SourceName } from '../parts/source-name.tsx';
import { FoundPanel } from '../search/found-panel.tsx';
import { docIdOf, RuleFields, type RuleValues, useRuleCheck, valuesOf } from './rule-fields.tsx';
import styles from './rule-page.module.css';

export function RulePage() {
  const texts = useKnowledgeRulesTexts();
  const { title } = useKnowledgeTexts();
  const { id } = useParams({ from: '/shell/ai/knowledge/rules/$id' });
  const query = useQuery(ruleQuery(id));
  return (
    <Screen isWide>
      <BackLink to="/ai/knowledge">{title}</BackLink>
      <LoadedOne query={query} failure={texts.failed} missing={texts.missing}>
        {(rule) => <Details key={rule.id} rule={rule} />}
      </LoadedOne>
    </Screen>
  );
}

/** An id that was emptied is null, and what did not change is left out. */
const toBody = ({ content, doc_id }: Partial<RuleValues>) => ({
  ...(content !== undefined && { content }),
  ...(doc_id !== undefined && { doc_id: docIdOf(doc_id) }),
});

function Details({ rule }: { rule: Rule }) {
  const texts = useKnowledgeRulesTexts();
  const queryClient = useQueryClient();
  const notify = useNotice();
  const refresh = useRefreshKb();
  const toFailure = useKbFailure();
  const { count } = useAmounts();
  const state = useDraft({
    saved: valuesOf(rule),
    validate: useRuleCheck(),
    send: (changes) => api.kb.updateRule({ params: { id: rule.id }, body: toBody(changes) }),
    onSaved: (changed) => {
      queryClient.setQueryData(ruleQuery(rule.id).queryKey, changed);
      notify({ kind: 'done', text: texts.saved });
      void refresh();
    },
    toErrors: (error) => {
      const content = toFailure(error);
      return content === undefined ? undefined : { content };
    },
  });
  return (
    <>
      <PageHeading
        title={texts.heading}
        lead={
          <span className={styles.facts}>
            <SourceName source={rule} />
            <span>{rule.used_30d > 0 ? texts.used(count(rule.used_30d), rule.used_30d) : texts.notUsed}</span>
          </span>
        }
        actions={<DeleteRule rule={rule} />}
      />
      {rule.source_is_managed && (
        <Warning>
          {texts.managed} <PageLink address={rule.source_ref}>{texts.openPage}</PageLink>
        </Warning>
      )}
      <div className={styles.columns}>
        <form ref={state.form} onSubmit={state.submit} noValidate>
          <RuleFields draft={state.draft} errors={state.errors} change={state.change} />
          <SaveBar draft={state} />
        </form>
        <FoundPanel ruleId={rule.id} isDirty={state.changes.content !== undefined} />
      </div>
    </>
  );
}

function DeleteRule({ rule: { id, source_is_managed } }: { rule: Rule }) {
  const texts = useKnowledgeRulesTexts();
  const notify = useNotice();
  const navigate = useNavigate();
  const refresh = useRefreshKb();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const leave = async () => {
    notify({ kind: 'done', text: texts.deleted });
    await navigate({ to: '/ai/knowledge', replace: true, ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: ruleQuery(id).queryKey });
    await refresh();
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.delete}
      </Button>
      <ConfirmDialog
        title={texts.deleteQuestion}
        label={texts.deleteConfirm}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        send={() => api.kb.removeRule({ params: { id } })}
        onDone={() => void leave()}
      >
        {source_is_managed ? texts.deleteManagedLead : texts.deleteLead}
      </ConfirmDialog>
    </>
  );
}
