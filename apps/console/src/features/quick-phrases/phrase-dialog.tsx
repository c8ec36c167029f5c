import { isManager, useSession } from '../../data/session.ts';
import { useTeam } from '../../entities/agent/team.ts';
import { PhraseForm } from '../../entities/phrase/phrase-form.tsx';
import type { Phrase } from '../../entities/phrase/phrases.ts';
import { useTexts } from '../../locales/locale.tsx';
import { useQuickPhrasesTexts } from '../../locales/pages/quick-phrases.ts';
import { Dialog } from '../../ui/layout/dialog.tsx';

interface PhraseDialogProps {
  edited: Phrase | 'new' | undefined;
  onClose: () => void;
}

/** Managers choose whom a new phrase is for; afterwards that can't be changed. */
export function PhraseDialog({ edited, onClose }: PhraseDialogProps) {
  const texts = useQuickPhrasesTexts();
  const { people } = useTexts();
  const session = useSession();
  const team = useTeam();
  const agents = team.map(({ id, name, isMe }) => ({ value: String(id), label: isMe ? people.you(name) : name }));
  const hasChoice = isManager(session) && agents.length > 1;
  return (
    <Dialog title={edited === 'new' ? texts.create : texts.edit} isOpen={edited !== undefined} onClose={onClose}>
      {edited === 'new' ? (
        <PhraseForm {...(hasChoice && { owners: { label: texts.owner, agents } })} onDone={onClose} />
      ) : (
        edited && <PhraseForm phrase={edited} onDone={onClose} />
      )}
    </Dialog>
  );
}
