import { Menu, UnstyledButton } from '@mantine/core';
import { type ChatView, chatViews } from '@parley/live';
import { IconBookmark, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useSession } from '../../../data/session.ts';
import { useHasAi } from '../../../entities/agent/use-agents.ts';
import { type InboxSearch, isSearched } from '../../../entities/chat/inbox-search.ts';
import { useCounts } from '../../../entities/chat/use-counts.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { lazyScreen } from '../../../ui/layout/lazy-screen.ts';
import { findOpenView, searchOf } from './saved-view.ts';
import styles from './view-menu.module.css';

const SavedViewsDialog = lazyScreen(() => import('./saved-views-dialog.tsx'), 'SavedViewsDialog');

/** The views with their counts, and the saved ones. */
export function ViewMenu({ search }: { search: InboxSearch }) {
  const { view: chosen = 'open' } = search;
  const isResults = isSearched(search);
  const saved = useSession().agent.preferences.saved_views;
  const open = findOpenView(saved, search);
  const [isEditing, setEditing] = useState(false);
  const { inbox } = useTexts();
  const hasAi = useHasAi();
  const counts = useCounts();
  const navigate = useNavigate();
  const show = (next: InboxSearch) => void navigate({ to: '/inbox', search: next });
  const count = (view: ChatView) => (counts ? inbox.more(counts[view]) : '');
  const views = chatViews.filter((view) => view !== 'ai' || hasAi);
  return (
    <>
      <Menu position="bottom-start" width={240} offset={4} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <UnstyledButton className={styles.target}>
            <h1 className={styles.heading}>{isResults ? inbox.results : (open?.name ?? inbox.views[chosen])}</h1>
            <output className={styles.count}>{isResults || open ? '' : count(chosen)}</output>
            <IconChevronDown size={16} stroke={1.75} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown className={styles.dropdown}>
          {views.map((view) => (
            <ViewItem
              key={view}
              isOpen={view === chosen && !open}
              count={count(view)}
              onClick={() => show(view === 'open' ? {} : { view })}
            >
              {inbox.views[view]}
            </ViewItem>
          ))}
          <Menu.Divider />
          {saved.length > 0 && <Menu.Label>{inbox.savedViews}</Menu.Label>}
          {saved.map((view) => (
            <ViewItem key={view.name} isOpen={view === open} onClick={() => show(searchOf(view))}>
              {view.name}
            </ViewItem>
          ))}
          <Menu.Item
            leftSection={<IconBookmark size={16} stroke={1.75} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            {inbox.editViews}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{isEditing && <SavedViewsDialog search={search} onClose={() => setEditing(false)} />}</Suspense>
    </>
  );
}

interface ViewItemProps {
  isOpen: boolean;
  count?: string;
  onClick(): void;
  children: ReactNode;
}

function ViewItem({ isOpen, count, onClick, children }: ViewItemProps) {
  return (
    <Menu.Item
      aria-current={isOpen ? 'true' : undefined}
      leftSection={isOpen ? <IconCheck size={16} stroke={1.75} aria-hidden /> : <span className={styles.gap} />}
      rightSection={count && <span className={styles.count}>{count}</span>}
      onClick={onClick}
      classNames={{ itemLabel: styles.label ?? '' }}
    >
      {children}
    </Menu.Item>
  );
}
