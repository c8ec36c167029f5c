import { useMantineColorScheme } from '@mantine/core';
import { chatViews } from '@parley/live';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../data/session.ts';
import { useHasAi } from '../../entities/agent/use-agents.ts';
import { searchOf } from '../../features/inbox/header/saved-view.ts';
import { useTexts } from '../../locales/locale.tsx';
import { useSections, useSettingsPages } from '../navigation/navigation.ts';
import { useSubPages } from './use-sub-pages.ts';

export interface Command {
  id: string;
  label: string;
  detail?: string;
  shortcut?: string | undefined;
  run(): void;
}

const THEMES = ['auto', 'light', 'dark'] as const;

/** Commands that are always available. */
export function useCommands(onKeys: () => void): Command[] {
  const { palette, sections: names, inbox, shell } = useTexts();
  const navigate = useNavigate();
  const hasAi = useHasAi();
  const { saved_views: savedViews } = useSession().agent.preferences;
  const views = chatViews.filter((view) => view !== 'ai' || hasAi);
  const pages = [...useSections(), ...useSettingsPages()];
  const { setColorScheme } = useMantineColorScheme();
  return [
    ...pages.map(({ key, path }) => ({
      id: `page-${key}`,
      label: palette.goTo(names[key]),
      run: () => void navigate({ to: path }),
    })),
    ...useSubPages().map(({ path, name }) => ({
      id: `sub-page-${path}`,
      label: palette.goTo(name),
      run: () => void navigate({ to: path }),
    })),
    ...views.map((view) => ({
      id: `view-${view}`,
      label: palette.show(inbox.views[view]),
      run: () => void navigate({ to: '/inbox', search: { view } }),
    })),
    ...savedViews.map((view, at) => ({
      id: `saved-view-${at}`,
      label: palette.show(view.name),
      run: () => void navigate({ to: '/inbox', search: searchOf(view) }),
    })),
    ...THEMES.map((theme) => ({
      id: `theme-${theme}`,
      label: palette.theme(shell.themes[theme]),
      run: () => setColorScheme(theme),
    })),
    { id: 'keys', label: palette.keys, run: onKeys },
  ];
}
