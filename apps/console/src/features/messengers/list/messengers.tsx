import { Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import { useMessengersTexts } from '../../../locales/pages/messengers.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { cabinetsQuery, communitiesQuery, messengersQuery } from '../model/messenger-queries.ts';
import { places } from '../model/providers.ts';
import { type CardFacts, factsOf } from './card-facts.ts';
import { MessengerCard } from './messenger-card.tsx';
import styles from './messengers.module.css';

/** Every messenger as a card: those that are connected come first. */
export function Messengers() {
  const texts = useMessengersTexts();
  const search = useSearch({ from: '/shell/settings/settings/messengers' });
  const messengers = useQuery(messengersQuery);
  // Without them the cards of VK and Avito only say less.
  const { data: communities = [] } = useQuery(communitiesQuery);
  const cabinets = useQuery(cabinetsQuery);
  if (search.cabinet || search.error) {
    return <Navigate to="/settings/messengers/$place" params={{ place: 'avito' }} search={search} replace />;
  }
  const isReady = messengers.data !== undefined && !cabinets.isPending;
  return (
    <Screen>
      <PageHeading title={texts.title} lead={texts.lead} />
      <Loaded
        query={isReady || messengers.error ? messengers : { ...messengers, data: undefined }}
        failure={texts.failed}
        skeleton={<CardSkeletons />}
      >
        {(data) => {
          const cards = places.map((place) =>
            factsOf(place, { messengers: data, communities, cabinets: cabinets.data ?? [] }),
          );
          return (
            <>
              <Cards heading={texts.connectedList} cards={cards.filter(({ isConnected }) => isConnected)} />
              <Cards heading={texts.availableList} cards={cards.filter(({ isConnected }) => !isConnected)} />
            </>
          );
        }}
      </Loaded>
    </Screen>
  );
}

function Cards({ heading, cards }: { heading: string; cards: CardFacts[] }) {
  const id = useId();
  if (!cards.length) return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Title order={2} id={id}>
        {heading}
      </Title>
      <ul className={styles.cards} aria-labelledby={id}>
        {cards.map((facts) => (
          <MessengerCard key={facts.place} facts={facts} />
        ))}
      </ul>
    </section>
  );
}

const SKELETONS = ['1', '2', '3', '4', '5', '6'];

function CardSkeletons() {
  return (
    <div className={styles.cards} aria-busy>
      {SKELETONS.map((card) => (
        <Skeleton key={card} height={80} radius="lg" />
      ))}
    </div>
  );
}
