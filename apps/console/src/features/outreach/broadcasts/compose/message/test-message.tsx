import { Anchor } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../../../../data/api.ts';
import { useSession } from '../../../../../data/session.ts';
import { useBroadcastComposerTexts } from '../../../../../locales/pages/broadcast-composer.ts';
import { TestSend } from '../../../sends/compose/test-send.tsx';
import { type DraftValues, settingsOf } from '../draft/draft-values.ts';

interface TestMessageProps {
  draft: DraftValues;
  /** Who gets it; null while nobody would. */
  contact: { id: string; name: string } | null;
}

/** Sends the message as it is written now to the contact of the preview. */
export function TestMessage({ draft, contact }: TestMessageProps) {
  const texts = useBroadcastComposerTexts();
  const { timezone } = useSession().account;
  const settings = settingsOf(draft, timezone);
  const mutation = useMutation({
    mutationFn: () =>
      api.broadcasts.test({ body: { channel: draft.channel, settings, contact_id: contact?.id ?? '' } }),
  });
  const { data } = mutation;
  const name = contact?.name ?? '';
  return (
    <TestSend
      texts={{ ...texts, test: contact ? texts.test(name) : texts.testNobody }}
      isEmpty={!contact || !settings.message}
      mutation={mutation}
      failure={isUnreachable(mutation.error) ? texts.testUnreachable(name) : undefined}
    >
      {data && (
        <Anchor
          renderRoot={(props) => <Link to="/inbox/$chatId" params={{ chatId: String(data.chat_id) }} {...props} />}
          size="sm"
        >
          {texts.tested(name)}
        </Anchor>
      )}
    </TestSend>
  );
}

const isUnreachable = (error: unknown) => error instanceof ParleyProblem && error.errors?.contact_id !== undefined;
