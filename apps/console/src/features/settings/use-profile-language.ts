import { useEffect, useEffectEvent } from 'react';
import { useSession } from '../../data/session.ts';
import { useLocale } from '../../locales/locale.tsx';

/** The language of the profile is spoken wherever its person signs in. Until one was chosen, that of the browser is. */
export function useProfileLanguage() {
  const { locale, choose } = useLocale();
  const chosen = useSession().user.locale;
  const speak = useEffectEvent(() => {
    if (chosen && chosen !== locale) void choose(chosen);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is for this value that it is spoken anew
  useEffect(() => speak(), [chosen]);
}
