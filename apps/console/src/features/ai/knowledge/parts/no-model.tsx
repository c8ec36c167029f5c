import { Link } from '@tanstack/react-router';
import { useKnowledgeTexts } from '../../../../locales/pages/knowledge.ts';
import { Warning } from '../../../../ui/feedback/warning.tsx';

/** Nothing can be embedded. */
export function NoModel() {
  const texts = useKnowledgeTexts();
  return (
    <Warning>
      {texts.noModel} <Link to="/ai/credentials">{texts.openCredentials}</Link>
    </Warning>
  );
}
