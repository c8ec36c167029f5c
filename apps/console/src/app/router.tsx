import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { RequiredRole } from '../data/session.ts';
import { readInboxSearch } from '../entities/chat/inbox-search.ts';
import { readRulesSearch } from '../features/ai/knowledge/rules/rules-search.ts';
import { aiScreens } from '../features/ai/screens.ts';
import { readAuditSearch } from '../features/audit-log/audit-search.ts';
import { readContactsSearch } from '../features/contacts/list/contacts-search.ts';
import { developerScreens } from '../features/developers/screens.ts';
import { EntryLayout } from '../features/entry/entry-layout.tsx';
import { readSignInSearch } from '../features/entry/sign-in/sign-in-search.ts';
import { readMessengersSearch } from '../features/messengers/model/messengers-search.ts';
import { readBroadcastsSearch } from '../features/outreach/broadcasts/model/broadcast-search.ts';
import { readCampaignsSearch, readNewCampaignSearch } from '../features/outreach/campaigns/model/campaign-search.ts';
import { readTemplateSearch } from '../features/outreach/invitations/model/template-search.ts';
import { outreachScreens } from '../features/outreach/screens.ts';
import { readSendSearch } from '../features/outreach/sends/model/send-search.ts';
import { readSuppressionsSearch } from '../features/outreach/suppressions/suppressions-search.ts';
import { readWidgetSearch } from '../features/widget/widget-search.ts';
import { lazyScreen } from '../ui/layout/lazy-screen.ts';
import { ScreenSkeleton } from '../ui/layout/screen-skeleton.tsx';
import { readReportSearch } from '../ui/report/period/report-search.ts';
import { ErrorScreen } from './failure/error-screen.tsx';
import { NotFound } from './failure/not-found.tsx';
import { navigation } from './navigation/navigation.ts';
import { requireRole, requireSession, requireSetup } from './session/session-guard.ts';
import { SettingsHome, SettingsLayout } from './settings/settings-layout.tsx';
import { ShellSkeleton } from './shell/shell-skeleton.tsx';

interface RouterContext {
  queryClient: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet });

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

const confirmEmail = createRoute({
  getParentRoute: () => entry,
  path: '/confirm-email',
  component: lazyScreen(() => import('../features/entry/email/confirm-email.tsx'), 'ConfirmEmail'),
});

const invitation = createRoute({
  getParentRoute: () => entry,
  path: '/invitation',
  component: lazyScreen(() => import('../features/entry/invitation/invitation.tsx'), 'Invitation'),
});

const twoFactor = createRoute({
  getParentRoute: () => entry,
  path: '/two-factor',
  beforeLoad: ({ context }) => requireSetup(context.queryClient),
  component: lazyScreen(() => import('./session/two-factor-setup.tsx'), 'TwoFactorSetup'),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ context, location }) => requireSession(context.queryClient, location.href),
  component: lazyScreen(() => import('./shell/shell.tsx'), 'Shell'),
  pendingComponent: ShellSkeleton,
});

/** Route options of a navigation entry. The links in the rail and the menus do not compile for an entry without a route. */
const pageOf = <Path extends string>({ path, screen, requiredRole }: NavigationPage<Path>) => ({
  getParentRoute: () => shell,
  path,
  component: screen,
  beforeLoad: ({ context }: { context: RouterContext }) => requireRole(context.queryClient, requiredRole),
});

interface NavigationPage<Path> {
  path: Path;
  screen: RouteComponent;
  requiredRole?: RequiredRole;
}

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inbox', replace: true });
  },
});

const inbox = createRoute({ ...pageOf(navigation.inbox), validateSearch: readInboxSearch });
const chat = createRoute({ getParentRoute: () => inbox, path: '$chatId' });

const firstSteps = createRoute({
  getParentRoute: () => shell,
  path: '/first-steps',
  component: lazyScreen(() => import('./screens/first-steps-screen.tsx'), 'FirstStepsScreen'),
  beforeLoad: ({ context }) => requireRole(context.queryClient, 'manager'),
});

const visitors = createRoute(pageOf(navigation.visitors));

const contacts = createRoute({ ...pageOf(navigation.contacts), validateSearch: readContactsSearch });
const contact = createRoute({ getParentRoute: () => contacts, path: '$contactId' });

/** Managers see reports about the team. The period is the same in all of them. */
const reportOf = <Path extends string>(path: Path, screen: RouteComponent) => ({
  ...pageOf({ path, screen, requiredRole: 'manager' }),
  validateSearch: readReportSearch,
});
const reports = createRoute({ ...pageOf(navigation.reports), validateSearch: readReportSearch });
const channelsReport = createRoute(
  reportOf(
    '/reports/channels',
    lazyScreen(() => import('../features/reports/channels/channels-report.tsx'), 'ChannelsReport'),
  ),
);
const agentsReport = createRoute(
  reportOf(
    '/reports/agents',
    lazyScreen(() => import('../features/reports/agents/agents-report.tsx'), 'AgentsReport'),
  ),
);
const ratingsReport = createRoute(
  reportOf(
    '/reports/ratings',
    lazyScreen(() => import('../features/reports/ratings/ratings-report.tsx'), 'RatingsReport'),
  ),
);
const hoursReport = createRoute(
  reportOf(
    '/reports/hours',
    lazyScreen(() => import('../features/reports/hours/hours-report.tsx'), 'HoursReport'),
  ),
);

const settings = createRoute({ getParentRoute: () => shell, id: 'settings', component: SettingsLayout });
const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: navigation.settings.path,
  component: SettingsHome,
});
const auditLog = createRoute({
  ...pageOf(navigation.settings.pages.auditLog),
  getParentRoute: () => settings,
  validateSearch: readAuditSearch,
});
const widget = createRoute({
  ...pageOf(navigation.settings.pages.widget),
  getParentRoute: () => settings,
  validateSearch: readWidgetSearch,
});
const messengers = createRoute({
  ...pageOf(navigation.settings.pages.messengers),
  getParentRoute: () => settings,
  validateSearch: readMessengersSearch,
});
const messenger = createRoute({
  ...pageOf({
    ...navigation.settings.pages.messengers,
    path: '/settings/messengers/$place',
    screen: lazyScreen(() => import('../features/messengers/page/messenger-page.tsx'), 'MessengerPage'),
  }),
  getParentRoute: () => settings,
  validateSearch: readMessengersSearch,
});
const team = createRoute({ ...pageOf(navigation.settings.pages.team), getParentRoute: () => settings });
const person = createRoute({
  ...pageOf({
    ...navigation.settings.pages.team,
    path: '/settings/team/$agentId',
    screen: lazyScreen(() => import('../features/team/person/person.tsx'), 'Person'),
  }),
  getParentRoute: () => settings,
});
const departments = createRoute({ ...pageOf(navigation.settings.pages.departments), getParentRoute: () => settings });
const department = createRoute({
  ...pageOf({
    ...navigation.settings.pages.departments,
    path: '/settings/departments/$departmentId',
    screen: lazyScreen(() => import('../features/departments/details/department.tsx'), 'DepartmentScreen'),
  }),
  getParentRoute: () => settings,
});
const quickPhrases = createRoute({ ...pageOf(navigation.settings.pages.quickPhrases), getParentRoute: () => settings });
const phraseImport = createRoute({
  ...pageOf({
    path: '/settings/quick-phrases/import',
    screen: lazyScreen(() => import('../features/quick-phrases/import-phrases.tsx'), 'ImportPhrases'),
    requiredRole: 'manager',
  }),
  getParentRoute: () => settings,
});
const importPage = createRoute({ ...pageOf(navigation.settings.pages.import), getParentRoute: () => settings });
const profile = createRoute({ ...pageOf(navigation.settings.pages.profile), getParentRoute: () => settings });
const account = createRoute({ ...pageOf(navigation.settings.pages.account), getParentRoute: () => settings });
const mail = createRoute({ ...pageOf(navigation.settings.pages.mail), getParentRoute: () => settings });
const security = createRoute({ ...pageOf(navigation.settings.pages.security), getParentRoute: () => settings });
const personalData = createRoute({ ...pageOf(navigation.settings.pages.personalData), getParentRoute: () => settings });

const developersLayout = createRoute({
  ...pageOf(navigation.settings.pages.developers),
  getParentRoute: () => settings,
});
/** Ids in paths are numbers. */
const byId = {
  params: {
    parse: ({ id }: { id: string }) => ({ id: Number(id) }),
    stringify: ({ id }: { id: number }) => ({ id: String(id) }),
  },
};
const ofDevelopers = <Path extends string>(path: Path, component: RouteComponent) => ({
  getParentRoute: () => developersLayout,
  path,
  component,
});
const developers = developersLayout.addChildren([
  createRoute(ofDevelopers('/', developerScreens.apiPage)),
  createRoute(ofDevelopers('tokens', developerScreens.tokenList)),
  createRoute(ofDevelopers('tokens/new', developerScreens.newToken)),
  createRoute({
    ...ofDevelopers('tokens/$id', developerScreens.tokenPage),
    ...byId,
  }),
  createRoute(ofDevelopers('webhooks', developerScreens.webhookList)),
  createRoute(ofDevelopers('webhooks/new', developerScreens.newWebhook)),
  createRoute({
    ...ofDevelopers('webhooks/$id', developerScreens.webhookPage),
    ...byId,
  }),
  createRoute(ofDevelopers('events', developerScreens.eventFeed)),
  createRoute(ofDevelopers('channels', developerScreens.channelList)),
  createRoute(ofDevelopers('channels/new', developerScreens.newChannel)),
  createRoute({
    ...ofDevelopers('channels/$id', developerScreens.channelPage),
    ...byId,
  }),
]);

const aiLayout = createRoute(pageOf(navigation.ai));
const ofAi = <Path extends string>(path: Path, component: RouteComponent) => ({
  getParentRoute: () => aiLayout,
  path,
  component,
});
const knowledgeLayout = createRoute({
  getParentRoute: () => aiLayout,
  id: 'knowledge',
  component: aiScreens.knowledge,
});
const ofKnowledge = <Path extends string>(path: Path, component: RouteComponent) => ({
  getParentRoute: () => knowledgeLayout,
  path,
  component,
});
const knowledge = knowledgeLayout.addChildren([
  createRoute({ ...ofKnowledge('knowledge', aiScreens.ruleList), validateSearch: readRulesSearch }),
  createRoute(ofKnowledge('knowledge/sources', aiScreens.sourceList)),
  createRoute(ofKnowledge('knowledge/files', aiScreens.files)),
  createRoute(ofKnowledge('knowledge/site', aiScreens.site)),
  createRoute(ofKnowledge('knowledge/try', aiScreens.tryIt)),
]);
const ai = aiLayout.addChildren([
  knowledge,
  createRoute(ofAi('knowledge/rules/new', aiScreens.newRule)),
  createRoute({ ...ofAi('knowledge/rules/$id', aiScreens.rulePage), ...byId }),
  createRoute(ofAi('/', aiScreens.overview)),
  createRoute(ofAi('operators', aiScreens.operatorList)),
  createRoute(ofAi('operators/new', aiScreens.newOperator)),
  createRoute({ ...ofAi('operators/$id', aiScreens.operatorPage), ...byId }),
  createRoute(ofAi('assistants', aiScreens.assistantList)),
  createRoute(ofAi('assistants/new', aiScreens.newAssistant)),
  createRoute({ ...ofAi('assistants/$id', aiScreens.assistantPage), ...byId }),
  createRoute(ofAi('credentials', aiScreens.credentialList)),
  createRoute(ofAi('credentials/new', aiScreens.newCredential)),
  createRoute({ ...ofAi('credentials/$id', aiScreens.credentialPage), ...byId }),
  createRoute(ofAi('external-operators', aiScreens.externalList)),
  createRoute(ofAi('external-operators/new', aiScreens.newExternal)),
  createRoute(ofAi('external-operators/$publicId', aiScreens.externalPage)),
  createRoute(ofAi('phrases', aiScreens.phrases)),
  createRoute(ofAi('alerts', aiScreens.alerts)),
  createRoute({ ...ofAi('usage', aiScreens.usage), validateSearch: readReportSearch }),
]);

const outreachLayout = createRoute(pageOf(navigation.outreach));
const ofOutreach = <Path extends string>(path: Path, component: RouteComponent) => ({
  getParentRoute: () => outreachLayout,
  path,
  component,
});
const outreach = outreachLayout.addChildren([
  createRoute({
    getParentRoute: () => outreachLayout,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/outreach/broadcasts', replace: true });
    },
  }),
  createRoute({
    ...ofOutreach('broadcasts', outreachScreens.broadcastList),
    validateSearch: readBroadcastsSearch,
  }),
  createRoute(ofOutreach('broadcasts/new', outreachScreens.newBroadcast)),
  createRoute({
    ...ofOutreach('broadcasts/$id', outreachScreens.broadcastPage),
    ...byId,
    validateSearch: readSendSearch,
  }),
  createRoute({
    ...ofOutreach('campaigns', outreachScreens.campaignList),
    validateSearch: readCampaignsSearch,
  }),
  createRoute({
    ...ofOutreach('campaigns/new', outreachScreens.newCampaign),
    validateSearch: readNewCampaignSearch,
  }),
  createRoute({
    ...ofOutreach('campaigns/$id', outreachScreens.campaignPage),
    ...byId,
    validateSearch: readSendSearch,
  }),
  createRoute(ofOutreach('invitations', outreachScreens.invitationList)),
  createRoute({
    ...ofOutreach('invitations/new', outreachScreens.newInvitation),
    validateSearch: readTemplateSearch,
  }),
  createRoute({
    ...ofOutreach('invitations/results', outreachScreens.invitationResults),
    validateSearch: readReportSearch,
  }),
  createRoute({ ...ofOutreach('invitations/$id', outreachScreens.editInvitation), ...byId }),
  createRoute({
    ...ofOutreach('suppressions', outreachScreens.suppressionList),
    validateSearch: readSuppressionsSearch,
  }),
]);

/** The address of the page before it moved into the settings. */
const oldDevelopers = createRoute({
  getParentRoute: () => shell,
  path: '/developers',
  beforeLoad: () => {
    throw redirect({ to: '/settings/developers', replace: true });
  },
});

const routeTree = root.addChildren([
  entry.addChildren([signIn, forgotPassword, resetPassword, confirmEmail, invitation, twoFactor]),
  shell.addChildren([
    home,
    inbox.addChildren([chat]),
    firstSteps,
    visitors,
    contacts.addChildren([contact]),
    outreach,
    reports,
    channelsReport,
    agentsReport,
    ratingsReport,
    hoursReport,
    ai,
    settings.addChildren([
      settingsHome,
      auditLog,
      widget,
      messengers,
      messenger,
      team,
      person,
      departments,
      department,
      quickPhrases,
      phraseImport,
      importPage,
      developers,
      profile,
      account,
      mail,
      security,
      personalData,
    ]),
    oldDevelopers,
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
    // Without it, parameters that `validateSearch` dropped would still reach the screen.
    search: { strict: true },
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
