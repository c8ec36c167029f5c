export const widgetTabs = ['look', 'texts', 'forms', 'availability', 'privacy', 'install', 'widgets'] as const;
export type WidgetTab = (typeof widgetTabs)[number];

/** The tab is in the address, so that a link can lead to it. */
export function readWidgetSearch({ tab }: Record<string, unknown>): { tab?: WidgetTab } {
  const known = widgetTabs.find((each) => each === tab);
  return known && known !== 'look' ? { tab: known } : {};
}
