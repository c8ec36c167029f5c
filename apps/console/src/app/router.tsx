import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { readContactsSearch } from '../features/contacts/list/contacts-search.ts';
import { EntryLayout } from '../features/entry/entry-layout.tsx';
import { readSignInSearch } from '../features/entry/sign-in/sign-in-search.ts';
import { readInboxSearch } from '../features/inbox/search/inbox-search.ts';
import { lazyScreen } from '../ui/layout/lazy-screen.ts';
import { ScreenSkeleton } from '../ui/layout/screen-skeleton.tsx';
import { ErrorScreen } from './failure/error-screen.tsx';
import { NotFound } from './failure/not-found.tsx';
import { requireSession } from './session/session-guard.ts';
import { ShellSkeleton } from './shell/shell-skeleton.tsx';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet });

const entry = createRoute({ getParentRoute: () => root, id: 'entry', component: EntryLayout });

const signIn = createRoute({
  getParentRoute: () => entry,
  path: '/sign-in',
  validateSearch: readSignInSearch,
  component: lazyScreen(() => import('../features/entry/sign-in/sign-in.tsx'), 'SignIn'),
});

const forgotPassword = createRoute({
  getParentRoute: () => entry,
  path: '/forgot-password',
  component: lazyScreen(() => import('../features/entry/password/forgot-password.tsx'), 'ForgotPassword'),
});

const resetPassword = createRoute({
  getParentRoute: () => entry,
  path: '/reset-password',
  component: lazyScreen(() => import('../features/entry/password/reset-password.tsx'), 'ResetPassword'),
});

const invitation = createRoute({
  getParentRoute: () => entry,
  path: '/invitation',
  component: lazyScreen(() => import('../features/entry/invitation/invitation.tsx'), 'Invitation'),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ context, location }) => requireSession(context.queryClient, location.href),
  component: lazyScreen(() => import('./shell/shell.tsx'), 'Shell'),
  pendingComponent: ShellSkeleton,
});

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inbox', replace: true });
  },
});

const developers = createRoute({
  getParentRoute: () => shell,
  path: '/developers',
  component: lazyScreen(() => import('../features/developers/developers.tsx'), 'Developers'),
});

const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/inbox',
  validateSearch: readInboxSearch,
  component: lazyScreen(() => import('./screens/inbox-screen.tsx'), 'InboxScreen'),
});

const chat = createRoute({ getParentRoute: () => inbox, path: '$chatId' });

const visitors = createRoute({
  getParentRoute: () => shell,
  path: '/visitors',
  component: lazyScreen(() => import('../features/visitors/visitors.tsx'), 'Visitors'),
});

const contacts = createRoute({
  getParentRoute: () => shell,
  path: '/contacts',
  validateSearch: readContactsSearch,
  component: lazyScreen(() => import('../features/contacts/list/contacts.tsx'), 'Contacts'),
});

const contact = createRoute({ getParentRoute: () => contacts, path: '$contactId' });

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/profile', replace: true });
  },
});

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/settings/profile',
  component: lazyScreen(() => import('../features/settings/profile/profile.tsx'), 'Profile'),
});

const routeTree = root.addChildren([
  entry.addChildren([signIn, forgotPassword, resetPassword, invitation]),
  shell.addChildren([
    home,
    inbox.addChildren([chat]),
    visitors,
    developers,
    contacts.addChildren([contact]),
    settings,
    profile,
  ]),
]);

export function createConsoleRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: '/app',
    context: { queryClient },
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: ScreenSkeleton,
    defaultPendingMs: 150,
    defaultPendingMinMs: 200,
    // Otherwise what a screen's check left out would reach the screen all the same.
    search: { strict: true },
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
