import type { ReactNode } from 'react';
import { useMessengersTexts } from '../../../locales/pages/messengers.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import type { Place } from '../model/providers.ts';
import { usePlaceName } from '../model/use-messengers.ts';
import { Glyph } from './glyph.tsx';
import styles from './place-heading.module.css';

interface PlaceHeadingProps {
  place: Place;
  lead: ReactNode;
  actions?: ReactNode;
}

/** The top of a messenger's page. */
export function PlaceHeading({ place, lead, actions }: PlaceHeadingProps) {
  const { title } = useMessengersTexts();
  const nameOf = usePlaceName();
  return (
    <>
      <BackLink to="/settings/messengers">{title}</BackLink>
      <div className={styles.heading}>
        <Glyph place={place} />
        <div className={styles.words}>
          <PageHeading title={nameOf(place)} lead={lead} actions={actions} />
        </div>
      </div>
    </>
  );
}
