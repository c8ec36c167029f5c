import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { LiveProvider } from '../../data/live/live.tsx';
import { needsTwoFactor, useSession } from '../../data/session.ts';
import { ChatDialogProvider } from '../../features/chat-actions/commands/open-dialog.tsx';
import { Alerts } from '../../features/notifications/alerts.tsx';
import { useTexts } from '../../locales/locale.tsx';
import { NoticeProvider } from '../../ui/feedback/notice.tsx';
import { Shortcuts } from '../palette/shortcuts.tsx';
import { AwayBanner } from './away-banner.tsx';
import { NewRelease } from './new-release.tsx';
import { Rail } from './rail.tsx';
import { SampleBar } from './sample-bar.tsx';
import styles from './shell.module.css';
import { ShellSkeleton } from './shell-skeleton.tsx';
import { StepsBar } from './steps-bar.tsx';

/** The frame around every screen behind the session. */
export function Shell() {
  const { shell } = useTexts();
  const main = useFocusOnArrival();
  const session = useSession();
  if (needsTwoFactor(session)) return <Navigate to="/two-factor" replace />;
  return (
    <NoticeProvider>
      <a href="#main" className={styles.skip}>
        {shell.skip}
      </a>
      <LiveProvider fallback={<ShellSkeleton />}>
        <ChatDialogProvider>
          <div className={styles.shell}>
            <Rail />
            <div className={styles.body}>
              <AwayBanner />
              <NewRelease />
              <SampleBar />
              <StepsBar />
              <Alerts />
              <main id="main" ref={main} tabIndex={-1} className={styles.main}>
                <Outlet />
              </main>
            </div>
          </div>
          <Shortcuts />
        </ChatDialogProvider>
      </LiveProvider>
    </NoticeProvider>
  );
}

/** Moves focus to the new screen, as a page load would. The first screen is a page load. */
function useFocusOnArrival() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const main = useRef<HTMLElement>(null);
  const left = useRef(pathname);
  useEffect(() => {
    if (left.current !== pathname) main.current?.focus();
    left.current = pathname;
  }, [pathname]);
  return main;
}
