import { api } from '@parley/contract';
import type { Fixtures } from '../../../../test/fixtures.ts';

export const fixtures: Fixtures = {
  resources: { widget: async (_app, { buttonGuid }) => ({ button_guid: buttonGuid }) },
  bodies: [
    [api.widget.updateSettings, () => ({ skin: 'minimal', widget_name: 'Shop', device_profiles: { enabled: true } })],
  ],
};
