import { lazyScreen } from '../../ui/layout/lazy-screen.ts';

/** The pages of outreach, each loaded when it is opened. */
export const outreachScreens = {
  broadcastList: lazyScreen(() => import('./broadcasts/list/broadcast-list.tsx'), 'BroadcastList'),
  newBroadcast: lazyScreen(() => import('./broadcasts/compose/new-broadcast.tsx'), 'NewBroadcast'),
  broadcastPage: lazyScreen(() => import('./broadcasts/page/broadcast-page.tsx'), 'BroadcastPage'),
  campaignList: lazyScreen(() => import('./campaigns/list/campaign-list.tsx'), 'CampaignList'),
  newCampaign: lazyScreen(() => import('./campaigns/compose/new-campaign.tsx'), 'NewCampaign'),
  campaignPage: lazyScreen(() => import('./campaigns/page/campaign-page.tsx'), 'CampaignPage'),
  invitationList: lazyScreen(() => import('./invitations/list/invitation-list.tsx'), 'InvitationList'),
  newInvitation: lazyScreen(() => import('./invitations/editor/new-invitation.tsx'), 'NewInvitation'),
  editInvitation: lazyScreen(() => import('./invitations/editor/edit-invitation.tsx'), 'EditInvitation'),
  invitationResults: lazyScreen(() => import('./invitations/results/invitation-results.tsx'), 'InvitationResults'),
  suppressionList: lazyScreen(() => import('./suppressions/suppression-list.tsx'), 'SuppressionList'),
};
