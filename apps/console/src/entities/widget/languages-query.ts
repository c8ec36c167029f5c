import { queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';

/** Languages of the widget's texts: those it is shown in, and all there are. */
export const languagesQuery = queryOptions({
  queryKey: ['widget', 'languages'],
  queryFn: async () => {
    const [settings, { fields }] = await Promise.all([api.widget.readSettings(), api.widget.readSettingsSchema()]);
    const all = (fields.widget_fallback_language?.enum ?? []) as string[];
    const byDefault = fields.widget_supported_languages?.effective_default as string[] | null | undefined;
    return { all, supported: (settings.widget_supported_languages as string[] | null) ?? byDefault ?? all };
  },
  staleTime: 300_000,
});
