import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../../data/api.ts';
import { useKbFailure } from '../../../../entities/knowledge/use-kb-failure.ts';
import { useKnowledgeTexts } from '../../../../locales/pages/knowledge.ts';
import { useKnowledgeRulesTexts } from '../../../../locales/pages/knowledge-rules.ts';
import { BackLink } from '../../../../ui/controls/back-link.tsx';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import { SaveBar } from '../../../../ui/form/save-bar.tsx';
import { useDraft } from '../../../../ui/form/use-draft.ts';
import { PageHeading } from '../../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../../ui/layout/screen.tsx';
import { ruleQuery, useRefreshKb } from '../model/kb-queries.ts';
import { FoundPanel } from '../search/found-panel.tsx';
import { docIdOf, RuleFields, useRuleCheck } from './rule-fields.tsx';
import styles from './rule-page.module.css';

export function NewRule() {
  const texts = useKnowledgeRulesTexts();
  const { title } = useKnowledgeTexts();
  const navigate = useNavigate();
  const notify = useNotice();
  const queryClient = useQueryClient();
  const refresh = useRefreshKb();
  const toFailure = useKbFailure();
  const state = useDraft({
    saved: { content: '', doc_id: '' },
    validate: useRuleCheck(),
    send: (_, { content, doc_id }) => api.kb.createRule({ body: { content, doc_id: docIdOf(doc_id) } }),
    onSaved: async (rule) => {
      queryClient.setQueryData(ruleQuery(rule.id).queryKey, rule);
      await navigate({
        to: '/ai/knowledge/rules/$id',
        params: { id: rule.id },
        replace: true,
        ignoreBlocker: true,
      });
      notify({ kind: 'done', text: texts.created });
      void refresh();
    },
    toErrors: (error) => {
      const content = toFailure(error);
      return content === undefined ? undefined : { content };
    },
  });
  return (
    <Screen isWide>
      <BackLink to="/ai/knowledge">{title}</BackLink>
      <PageHeading title={texts.newHeading} lead={texts.newLead} />
      <div className={styles.columns}>
        <form ref={state.form} onSubmit={state.submit} noValidate>
          <RuleFields draft={state.draft} errors={state.errors} change={state.change} />
          <SaveBar
            draft={state}
            create={{ label: texts.submit, onCancel: () => void navigate({ to: '/ai/knowledge' }) }}
          />
        </form>
        <FoundPanel />
      </div>
    </Screen>
  );
}
