import { Button } from '@mantine/core';
import { IconExternalLink, IconTag } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../../../data/api.ts';
import { useMessengerAccountsTexts } from '../../../locales/pages/messenger-accounts.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SettingSection } from '../../../ui/layout/setting-section.tsx';
import { stateOfCabinet, worstOf } from '../model/connection-state.ts';
import { type Cabinet, cabinetsQuery } from '../model/messenger-queries.ts';
import { useExplainMessenger } from '../model/use-explain-messenger.ts';
import { useKeptFocus } from '../model/use-kept-focus.ts';
import { PlaceHeading } from '../parts/place-heading.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { Trouble } from '../parts/trouble.tsx';
import styles from './avito.module.css';
import { Cabinets } from './cabinets.tsx';
import { Return } from './return.tsx';

/** Avito is connected on a page of its own, which leads back here. */
export function Avito() {
  const texts = useMessengerAccountsTexts();
  const query = useQuery(cabinetsQuery);
  return (
    <Loaded query={query} failure={texts.cabinetsFailed}>
      {(cabinets) => <Details cabinets={cabinets} />}
    </Loaded>
  );
}

function Details({ cabinets }: { cabinets: Cabinet[] }) {
  const texts = useMessengerAccountsTexts();
  const search = useSearch({ from: '/shell/settings/settings/messengers/$place' });
  const { button, failure } = useConnectButton(cabinets.length);
  const broken = cabinets.find((cabinet) => stateOfCabinet(cabinet) === 'broken');
  return (
    <>
      <PlaceHeading
        place="avito"
        lead={cabinets.length ? <StateBadge state={worstOf(cabinets.map(stateOfCabinet))} /> : texts.avitoLead}
        actions={cabinets.length > 0 && button}
      />
      <Return search={search} cabinets={cabinets} />
      <FormFailure>{failure}</FormFailure>
      {broken && <Trouble place="avito" webhook={broken.webhook} />}
      {cabinets.length > 0 ? (
        <SettingSection heading={texts.cabinets} lead={texts.cabinetsLead}>
          <Cabinets cabinets={cabinets} />
        </SettingSection>
      ) : (
        <div className={styles.empty}>
          <EmptyState icon={IconTag} heading={texts.noCabinets} action={button}>
            {texts.avitoHow}
          </EmptyState>
        </div>
      )}
    </>
  );
}

/** Leaves for Avito's page, which serves once. */
function useConnectButton(rows: number) {
  const hasSome = rows > 0;
  const target = useKeptFocus<HTMLButtonElement>(rows);
  const texts = useMessengerAccountsTexts();
  const explain = useExplainMessenger();
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api.avitoConnection.connect(),
    onSuccess: ({ url }) => location.assign(url),
    gcTime: 0,
  });
  // The browser may keep this page as it is and show it again on "back".
  useEffect(() => {
    const comeBack = () => reset();
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, [reset]);
  const isLeaving = isPending || isSuccess;
  const button = (
    <Button
      ref={target}
      variant={hasSome ? 'default' : 'filled'}
      rightSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
      aria-busy={isLeaving}
      onClick={() => isLeaving || mutate()}
    >
      {isLeaving ? texts.goingToAvito : hasSome ? texts.connectMore : texts.connectAvito}
    </Button>
  );
  return { button, failure: error ? explain(error) : undefined };
}
