import type { OnsiteCounts } from '@parley/contract';
import { invalid } from '../../../../kernel/problems.ts';
import type { KindOfSend } from '../../sends/index.ts';
import { checkMembers } from '../members.ts';
import { settingsOf } from './settings.ts';

const NONE: OnsiteCounts = {
  held_out: 0,
  shown: 0,
  opened: 0,
  dismissed: 0,
  clicked: 0,
  wrote: 0,
  held_out_wrote: 0,
  lift: null,
};

/** An invitation to visitors of the site, for a time. */
export const onsiteKind: KindOfSend<OnsiteCounts> = {
  name: 'onsite',
  canFinishScheduled: true,
  countBySend: async () => () => NONE,
  periodOf: ({ settings }) => ({ from: settingsOf({ settings }).starts_at, to: settingsOf({ settings }).ends_at }),
  checkReady: async () => undefined,

  async checkSettings(_, draft) {
    checkMembers('onsite', draft.settings);
  },

  checkComplete(_, draft) {
    if (!settingsOf(draft).rule) throw invalid({ 'settings.rule': 'is required to start a campaign' });
  },
};
