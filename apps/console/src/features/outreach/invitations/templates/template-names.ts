import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import type { Template } from '../model/invitation-queries.ts';

/** In addresses: ready-made templates have no id. */
export const keyOfTemplate = ({ id, slug }: Template) => slug ?? String(id);

/** Returns the name of a template; ready-made ones are named in the console's language. */
export function useTemplateName() {
  const { templates } = useSmartInvitationsTexts();
  return ({ slug, name }: Template) => (slug !== null && templates[slug]?.name) || name;
}
