import { Button } from '@mantine/core';
import { IconPencilStar, IconPlayerPause, IconSparkles, IconZzz } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api } from '../../../data/api.ts';
import { useAiTexts } from '../../../locales/pages/ai.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { assistantsQuery, settingsQuery } from '../model/ai-queries.ts';
import { isUsable } from '../model/credential-state.ts';
import type { Configuration } from './configuration.ts';
import styles from './state-card.module.css';

const ICONS = { on: IconSparkles, shadow: IconPencilStar, off: IconZzz, stuck: IconPlayerPause };

/** On or off, and who answers. */
export function StateCard(configuration: Configuration) {
  const { state: texts, answers } = useAiTexts();
  const [isAsking, setAsking] = useState(false);
  const { set, turnOn } = useAiSwitch();
  const { settings } = configuration;
  const hindrance = settings.enabled ? findHindrance(configuration) : undefined;
  const state = !settings.enabled ? 'off' : hindrance ? 'stuck' : settings.shadow_mode ? 'shadow' : 'on';
  const Sign = ICONS[state];
  return (
    <section className={styles.card} data-state={state} aria-label={texts[state]}>
      <div className={styles.head}>
        <span className={styles.sign} aria-hidden>
          <Sign size={22} stroke={1.75} />
        </span>
        <div className={styles.words}>
          <h2 className={styles.heading}>{texts[state]}</h2>
          <p className={styles.lead}>
            {state === 'stuck' && hindrance ? (
              <>
                {texts[hindrance]}{' '}
                {hindrance === 'noOperator' ? (
                  <Link to="/ai/operators">{texts.openOperators}</Link>
                ) : (
                  <Link to="/ai/credentials">{texts.openCredentials}</Link>
                )}
              </>
            ) : (
              texts[`${state as 'on' | 'off' | 'shadow'}Lead`]
            )}
          </p>
        </div>
        {settings.enabled ? (
          <Button variant="default" onClick={() => setAsking(true)}>
            {texts.turnOff}
          </Button>
        ) : (
          <Button aria-busy={turnOn.isPending} onClick={() => turnOn.isPending || turnOn.mutate()}>
            {texts.turnOn}
          </Button>
        )}
      </div>
      <dl className={styles.facts}>
        <dt>{answers}</dt>
        <dd>
          <Answerer {...configuration} />
        </dd>
      </dl>
      <ConfirmDialog
        title={texts.turnOffQuestion}
        label={texts.turnOffConfirm}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        send={() => set(false)}
      >
        {texts.turnOffLead}
      </ConfirmDialog>
    </section>
  );
}

/** Why the AI can't answer although it is on. */
function findHindrance({ settings, credentials, external }: Configuration) {
  if (external.some(({ state }) => state === 'active')) return undefined;
  if (!settings.effective_assistant) return 'noOperator';
  return credentials.some(isUsable) ? undefined : 'noCredential';
}

/** External operators come first, the oldest of them. */
function Answerer({ settings: { effective_assistant: effective }, operators, external }: Configuration): ReactNode {
  const texts = useAiTexts();
  const { data: assistants } = useQuery(assistantsQuery);
  const outside = external.findLast(({ state }) => state === 'active');
  if (outside) {
    return (
      <>
        <Link to="/ai/external-operators/$publicId" params={{ publicId: outside.public_id }}>
          {outside.name}
        </Link>{' '}
        <span className={styles.dim}>{texts.answersOutside}</span>
      </>
    );
  }
  if (!effective) return <span className={styles.dim}>{texts.answersNobody}</span>;
  const operator = operators.find(({ id }) => id === effective.operator_id);
  const name = assistants?.find(({ id }) => id === effective.id)?.name ?? effective.name;
  return (
    <>
      <Link to="/ai/operators/$id" params={{ id: effective.operator_id }}>
        {operator?.name ?? effective.name}
      </Link>{' '}
      <Link to="/ai/assistants/$id" params={{ id: effective.id }} className={styles.dim}>
        {texts.answersWith(name)}
      </Link>
    </>
  );
}

function useAiSwitch() {
  const { state: texts } = useAiTexts();
  const notify = useNotice();
  const explain = useExplain();
  const queryClient = useQueryClient();
  const set = async (enabled: boolean) => {
    queryClient.setQueryData(settingsQuery.queryKey, await api.aiSettings.update({ body: { enabled } }));
    notify({ kind: 'done', text: enabled ? texts.turnedOn : texts.turnedOff });
  };
  const turnOn = useMutation({
    mutationFn: () => set(true),
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return { set, turnOn };
}
