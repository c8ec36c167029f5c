import { Stack, Textarea, TextInput } from '@mantine/core';
import { useKnowledgeRulesTexts } from '../../../../locales/pages/knowledge-rules.ts';
import type { Rule } from '../model/kb-queries.ts';

export type RuleValues = { content: string; doc_id: string };

export const valuesOf = ({ content, doc_id }: Pick<Rule, 'content' | 'doc_id'>): RuleValues => ({
  content,
  doc_id: doc_id ?? '',
});

/** An empty id is none. */
export const docIdOf = (docId: string) => docId.trim() || null;

interface RuleFieldsProps {
  draft: RuleValues;
  errors: { [Name in keyof RuleValues]?: string | undefined };
  change: (changes: Partial<RuleValues>) => void;
}

export function RuleFields({ draft, errors, change }: RuleFieldsProps) {
  const texts = useKnowledgeRulesTexts();
  return (
    <Stack gap="md">
      <Textarea
        label={texts.content}
        placeholder={texts.contentExample}
        maxLength={10_000}
        autosize
        minRows={8}
        maxRows={24}
        dir="auto"
        value={draft.content}
        error={errors.content}
        onChange={({ currentTarget }) => change({ content: currentTarget.value })}
      />
      <TextInput
        label={texts.docId}
        description={texts.docIdLead}
        maxLength={255}
        autoComplete="off"
        value={draft.doc_id}
        error={errors.doc_id}
        onChange={({ currentTarget }) => change({ doc_id: currentTarget.value })}
      />
    </Stack>
  );
}

/** Returns the errors of a rule's fields, and of a refused request. */
export function useRuleCheck() {
  const { contentMissing } = useKnowledgeRulesTexts();
  return ({ content }: RuleValues) => ({ content: content.trim() ? undefined : contentMissing });
}
