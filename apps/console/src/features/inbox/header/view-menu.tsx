import { Menu, UnstyledButton } from '@mantine/core';
import { type ChatView, chatViews } from '@parley/live';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useHasAi } from '../../../entities/agent/use-agents.ts';
import { useCounts } from '../../../entities/chat/use-counts.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { type InboxSearch, isSearched } from '../search/inbox-search.ts';
import styles from './view-menu.module.css';

/** The view, with the count of each. */
export function ViewMenu({ search }: { search: InboxSearch }) {
  const { view: chosen = 'open' } = search;
  const isResults = isSearched(search);
  const { inbox } = useTexts();
  const hasAi = useHasAi();
  const counts = useCounts();
  const navigate = useNavigate();
  const count = (view: ChatView) => (counts ? inbox.more(counts[view]) : '');
  const views = chatViews.filter((view) => view !== 'ai' || hasAi);
  return (
    <Menu position="bottom-start" width={240} offset={4} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={styles.target}>
          <h1 className={styles.heading}>{isResults ? inbox.results : inbox.views[chosen]}</h1>
          <output className={styles.count}>{isResults ? '' : count(chosen)}</output>
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {views.map((view) => (
          <Menu.Item
            key={view}
            aria-current={view === chosen ? 'true' : undefined}
            leftSection={
              view === chosen ? <IconCheck size={16} stroke={1.75} aria-hidden /> : <span className={styles.gap} />
            }
            rightSection={<span className={styles.count}>{count(view)}</span>}
            onClick={() => void navigate({ to: '/inbox', search: view === 'open' ? {} : { view } })}
          >
            {inbox.views[view]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
