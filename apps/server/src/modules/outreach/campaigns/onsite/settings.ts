import type { OnsiteSettings } from '@parley/contract';
import type { Send } from '../../sends/index.ts';

/** As validated before they were stored. Members may be missing. */
export const settingsOf = ({ settings }: Pick<Send, 'settings'>) => settings as OnsiteSettings;
