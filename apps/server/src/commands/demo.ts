import * as sampleData from '../modules/team/sample-data/index.ts';
import { type Command, fail, readId, readText, text } from './command.ts';

export const seed: Command = {
  summary: 'fill a widget with three weeks of sample chats, contacts, ratings and colleagues',
  required: ['widget'],
  options: { widget: text, language: text },
  values: { language: 'en|ru' },
  run: async ({ unitOfWork }, options) => {
    const widgetId = readId(options, 'widget');
    const language = readText(options, 'language') ?? 'en';
    if (language !== 'en' && language !== 'ru') fail('--language must be en or ru');
    const filled = await unitOfWork.write({}, async (work) => {
      const counts = await sampleData.fill(work, widgetId, language);
      work.audit({ action: 'widget.sample_data_added', widgetId, id: widgetId });
      return counts;
    });
    return [{ widget_id: widgetId, ...filled }];
  },
};

export const remove: Command = {
  summary: 'remove the sample data of a widget, and nothing else',
  required: ['widget'],
  options: { widget: text },
  run: async ({ unitOfWork }, options) => {
    const widgetId = readId(options, 'widget');
    const removed = await unitOfWork.write({}, async (work) => {
      const counts = await sampleData.remove(work, widgetId);
      if (counts.contacts) work.audit({ action: 'widget.sample_data_removed', widgetId, id: widgetId });
      return counts;
    });
    return [{ widget_id: widgetId, ...removed }];
  },
};
