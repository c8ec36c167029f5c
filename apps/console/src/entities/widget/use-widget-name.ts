import type { Session } from '../../data/api.ts';
import { useTexts } from '../../locales/locale.tsx';

/** How the team knows a widget: by its name, its site, or its number. */
export function useWidgetName() {
  const { shell } = useTexts();
  return ({ id, name, domain }: Session['widgets'][number]) => name ?? domain ?? shell.widget(id);
}
