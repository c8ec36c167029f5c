import type { WidgetConfig } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';

/** What the served widget has beside its settings: agents, time zone, limits. */
export const configQuery = (guid: string) =>
  queryOptions({
    queryKey: ['widget', 'config', guid],
    queryFn: async (): Promise<WidgetConfig> => {
      const response = await fetch(`/widget-api/${guid}/config`);
      if (!response.ok) throw new Error(`The configuration was refused: ${response.status}`);
      return response.json();
    },
  });
