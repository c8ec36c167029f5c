import { ParleyProblem } from '@parley/sdk';
import { Unreachable } from '../../data/api.ts';
import type { Texts } from '../../locales/en.ts';
import { type Locale, useLocale } from '../../locales/locale.tsx';

/** Returns a text for an error: what happened and what to do. */
export function useExplain() {
  const { locale, texts } = useLocale();
  return (error: unknown) => explain(error, texts, locale);
}

export function explain(error: unknown, { failures, signIn }: Texts, locale: Locale): string {
  if (error instanceof Unreachable) return navigator.onLine ? failures.unreachable : failures.offline;
  if (!(error instanceof ParleyProblem)) return failures.crash;
  switch (error.code) {
    case 'rate_limited':
      return failures.tooMany(formatWait(error.retryAfter ?? 60, locale));
    case 'origin_not_allowed':
      return failures.origin;
    case 'session_required':
      return signIn.notes['session-ended'];
    case 'suppressed_by_recipient':
      return failures.unsubscribed;
    case 'internal_error':
      return error.requestId ? `${failures.server} ${failures.requestId(error.requestId)}` : failures.server;
    case 'unavailable':
    case undefined:
      return failures.unreachable;
    default:
      return explainStatus(error.status, failures);
  }
}

function explainStatus(status: number, failures: Texts['failures']) {
  if (status === 401) return failures.signInAgain;
  return status === 403 ? failures.noAccess : failures.refused;
}

/** "in 3 minutes", rounded up so that the next attempt is not refused again. */
function formatWait(seconds: number, locale: Locale) {
  const relative = new Intl.RelativeTimeFormat(locale);
  if (seconds < 60) return relative.format(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds <= 3_600) return relative.format(Math.ceil(seconds / 60), 'minute');
  return relative.format(Math.ceil(seconds / 3_600), 'hour');
}
