import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isManager, useSession } from '../../../data/session.ts';
import { useLocale } from '../../../locales/locale.tsx';
import { useAiTurnTexts } from '../../../locales/pages/ai-turn.ts';
import { numberFormat } from '../../../ui/time/formats.ts';
import type { Turn } from './ai-queries.ts';
import { useSourceName } from './source-names.ts';
import styles from './turn-details.module.css';
import { formatCost } from './turn-figures.ts';
import { useReason, useSeconds } from './turn-texts.ts';

/** A turn of the AI: what came of it, what it took, and what it was based on. */
export function TurnDetails({ turn }: { turn: Turn }) {
  const texts = useAiTurnTexts();
  const { locale } = useLocale();
  const count = (number: number) => numberFormat(locale, {}).format(number);
  const { attempts, input_tokens, output_tokens, cost_usd_micro, persona_version } = turn;
  return (
    <dl className={styles.facts}>
      <Fact name={texts.outcome}>
        <bdi>
          <Outcome turn={turn} />
        </bdi>
      </Fact>
      <Fact name={texts.model}>
        <bdi>{attempts.length ? <Model turn={turn} /> : texts.noModel}</bdi>
      </Fact>
      {(attempts.length > 1 || attempts.some(({ error }) => error)) && (
        <Fact name={texts.calls}>
          <Calls turn={turn} />
        </Fact>
      )}
      {attempts.length > 0 && (
        <Fact name={texts.tokens}>
          <bdi>{texts.tokensOf(count(input_tokens), count(output_tokens))}</bdi>
        </Fact>
      )}
      {cost_usd_micro > 0 && <Fact name={texts.cost}>{formatCost(cost_usd_micro, locale)}</Fact>}
      <Fact name={texts.times}>
        <bdi>
          <Times turn={turn} />
        </bdi>
      </Fact>
      {persona_version !== null && <Fact name={texts.persona}>{persona_version}</Fact>}
      <Fact name={texts.sources}>{turn.sources.length ? <Sources turn={turn} /> : texts.noSources}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </>
  );
}

function Outcome({ turn }: { turn: Turn }) {
  const texts = useAiTurnTexts();
  const reason = useReason()(turn);
  const outcome = texts.outcomes[turn.outcome];
  return reason === undefined ? outcome : texts.because(outcome, reason);
}

/** The one that answered, or was asked last. */
function Model({ turn: { attempts } }: { turn: Turn }) {
  const last = attempts.findLast(({ error }) => error === null) ?? attempts.at(-1);
  return [last?.model, last?.provider].filter(Boolean).join(' · ');
}

function Calls({ turn: { attempts } }: { turn: Turn }) {
  const texts = useAiTurnTexts();
  const seconds = useSeconds();
  return (
    <ol className={styles.list}>
      {attempts.map(({ provider, model, status, error, duration_ms }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls have no other identity
        <li key={index}>
          <bdi>
            {model ?? provider} · {error === null ? texts.ok : (texts.errors[error] ?? error)}
            {error !== null && status !== null && ` (HTTP ${status})`} · {seconds(duration_ms)}
          </bdi>
        </li>
      ))}
    </ol>
  );
}

function Times({ turn: { queued_ms, first_token_ms, duration_ms } }: { turn: Turn }) {
  const texts = useAiTurnTexts();
  const seconds = useSeconds();
  const parts = [
    queued_ms !== null && texts.queued(seconds(queued_ms)),
    first_token_ms !== null && texts.firstToken(seconds(first_token_ms)),
    duration_ms !== null && texts.whole(seconds(duration_ms)),
  ];
  return parts.filter(Boolean).join(', ') || '—';
}

/** Managers open the rule to mend it. */
function Sources({ turn: { sources } }: { turn: Turn }) {
  const texts = useAiTurnTexts();
  const nameOf = useSourceName();
  const isLinked = isManager(useSession());
  const { locale } = useLocale();
  const percent = numberFormat(locale, { style: 'percent' });
  return (
    <ul className={styles.list}>
      {sources.map((source) => (
        <li key={source.rule_id}>
          <bdi>
            {isLinked ? (
              <Link to="/ai/knowledge/rules/$id" params={{ id: source.rule_id }} title={texts.openSource}>
                {nameOf(source)}
              </Link>
            ) : (
              nameOf(source)
            )}{' '}
            · {texts.match(percent.format(source.score))}
            {source.cited && (
              <IconCheck size={12} stroke={2} role="img" aria-label={texts.cited} className={styles.cited} />
            )}
          </bdi>
        </li>
      ))}
    </ul>
  );
}
