import { ParleyProblem } from '@parley/sdk';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import { useDraft } from '../../../../ui/form/use-draft.ts';
import type { SavedInvitation } from '../model/invitation-queries.ts';
import { type RuleErrors, useRuleCheck, useRuleRefusal } from '../values/rule-errors.ts';
import type { EditorValues } from './editor-values.ts';

interface Editor {
  saved: EditorValues;
  send: (draft: EditorValues) => Promise<SavedInvitation>;
  onSaved: (result: SavedInvitation) => unknown;
}

export const isConflict = (error: unknown) => error instanceof ParleyProblem && error.code === 'rule_changed';

/** The draft of an invitation, with what is wrong with it at its fields. */
export function useEditor({ saved, send, onSaved }: Editor) {
  const texts = useSmartInvitationsTexts();
  const check = useRuleCheck();
  const refusalOf = useRuleRefusal();
  const validate = (draft: EditorValues): RuleErrors => ({
    name: draft.name.trim() ? undefined : texts.nameMissing,
    ...check(draft),
  });
  return useDraft<EditorValues, SavedInvitation>({
    saved,
    validate,
    send: (_, draft) => send(draft),
    onSaved,
    toErrors: refusalOf,
    toFailure: (error) => {
      if (isConflict(error)) return texts.conflictHeading;
      return error instanceof ParleyProblem && error.code === 'limit_reached' ? texts.limitReached : undefined;
    },
  });
}
