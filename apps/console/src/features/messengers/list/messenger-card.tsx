import { Link } from '@tanstack/react-router';
import { useMessengerAccountsTexts } from '../../../locales/pages/messenger-accounts.ts';
import { useMessengerGuidesTexts } from '../../../locales/pages/messenger-guides.ts';
import { useMessengersTexts } from '../../../locales/pages/messengers.ts';
import { useArrivedState, usePlaceName, useReason } from '../model/use-messengers.ts';
import { Glyph } from '../parts/glyph.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import type { CardFacts } from './card-facts.ts';
import styles from './messengers.module.css';

/** A messenger: its name, whether it works, and with which account. The whole card opens its page. */
export function MessengerCard({ facts }: { facts: CardFacts }) {
  const { place, isConnected } = facts;
  const name = usePlaceName()(place);
  const state = useArrivedState(place, facts.state);
  const line = useCardLine({ ...facts, state });
  return (
    <li className={styles.card}>
      <Glyph place={place} />
      <div className={styles.words}>
        <div className={styles.head}>
          {place === 'custom' ? (
            <Link to="/settings/developers/channels" className={styles.name}>
              {name}
            </Link>
          ) : (
            <Link to="/settings/messengers/$place" params={{ place }} className={styles.name}>
              {name}
            </Link>
          )}
          {isConnected && <StateBadge state={state} />}
        </div>
        <p className={styles.line}>{line}</p>
      </div>
    </li>
  );
}

function useCardLine({ place, isConnected, state, account, count, webhook }: CardFacts) {
  const texts = useMessengersTexts();
  const guides = useMessengerGuidesTexts();
  const { cabinetStates } = useMessengerAccountsTexts();
  const reason = useReason(place)(webhook ?? { reason: null });
  if (!isConnected) return place === 'custom' ? texts.customLead : guides[place].lead;
  if (place === 'custom') return texts.customConnected;
  if (reason && state !== 'working') return reason.what;
  if (place === 'avito') {
    const cabinets = texts.cabinets(count ?? 0);
    return state === 'off' ? `${cabinets} · ${cabinetStates.disabled}` : cabinets;
  }
  if (count !== undefined) return texts.communities(count);
  return account ?? texts.states[state];
}
