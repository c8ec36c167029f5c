import { api } from '@parley/contract';
import type { RouteExamples } from '../../../test/route-examples.ts';

export const examples: RouteExamples = {
  resources: { widget: async (_app, { buttonGuid }) => ({ button_guid: buttonGuid }) },
  bodies: [
    [api.widget.updateSettings, () => ({ skin: 'minimal', widget_name: 'Shop', device_profiles: { enabled: true } })],
  ],
};
