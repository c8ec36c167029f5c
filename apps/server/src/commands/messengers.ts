import { messengerProviders } from '@parley/contract';
import { findHookUrl } from '../modules/messengers/connections/index.ts';
import { type Command, fail, failMissing, readId, readText, text } from './command.ts';

/** For a messenger that does not let us register it. */
export const showHook: Command = {
  summary: "print the address that a messenger's updates are sent to, for one where it is entered by hand",
  required: ['widget', 'provider'],
  options: { widget: text, provider: text },
  values: { provider: 'apple' },
  run: async ({ unitOfWork }, options) => {
    const widgetId = readId(options, 'widget');
    const provider = messengerProviders.find((each) => each === readText(options, 'provider'));
    if (!provider || provider === 'custom') return fail('--provider must be a messenger, such as apple');
    const url = await unitOfWork.read((work) => findHookUrl({ ...work, widgetId }, provider));
    if (url === undefined) return failMissing(`Widget ${widgetId} has no ${provider} connected`);
    return [{ widget_id: widgetId, provider, url }];
  },
};
