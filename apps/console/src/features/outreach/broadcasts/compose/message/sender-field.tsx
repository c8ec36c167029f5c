import { Select } from '@mantine/core';
import { useTeam } from '../../../../../entities/agent/team.ts';
import { useTexts } from '../../../../../locales/locale.tsx';
import { useBroadcastComposerTexts } from '../../../../../locales/pages/broadcast-composer.ts';
import type { FieldsProps } from '../draft/fields-props.ts';

/** Whose name the message has. */
export function SenderField({ draft, errors, change }: FieldsProps) {
  const texts = useBroadcastComposerTexts();
  const { people } = useTexts();
  const team = useTeam();
  return (
    <Select
      label={texts.sender}
      description={texts.senderLead}
      placeholder={texts.noSender}
      data={team.map(({ id, name, isMe }) => ({ value: String(id), label: isMe ? people.you(name) : name }))}
      value={draft.agentId === null ? null : String(draft.agentId)}
      error={errors.agentId}
      onChange={(id) => change({ agentId: id === null ? null : Number(id) })}
      clearable
      clearButtonProps={{ 'aria-label': texts.noSender }}
    />
  );
}
