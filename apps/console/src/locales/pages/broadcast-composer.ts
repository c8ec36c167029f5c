import { broadcastComposer as en } from '../en/broadcast-composer.ts';
import { broadcastComposer as ru } from '../ru/broadcast-composer.ts';
import { pageTexts } from './page-texts.ts';

export const useBroadcastComposerTexts = pageTexts({ en, ru });
