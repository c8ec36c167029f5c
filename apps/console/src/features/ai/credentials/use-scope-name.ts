import { useQuery } from '@tanstack/react-query';
import { useAiCredentialsTexts } from '../../../locales/pages/ai-credentials.ts';
import { assistantsQuery, type Credential, operatorsQuery } from '../model/ai-queries.ts';

/** Returns who uses a credential, in words. */
export function useScopeName() {
  const texts = useAiCredentialsTexts();
  const { data: assistants } = useQuery(assistantsQuery);
  const { data: operators } = useQuery(operatorsQuery);
  return ({ scope, assistant_id, operator_id }: Credential) => {
    if (scope === 'widget') return texts.scopes.widget;
    const [list, id] = scope === 'assistant' ? [assistants, assistant_id] : [operators, operator_id];
    if (!list) return texts.scopes[scope];
    return texts.scopeOf[scope](list.find((each) => each.id === id)?.name ?? texts.gone);
  };
}
