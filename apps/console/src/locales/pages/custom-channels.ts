import { customChannels as en } from '../en/custom-channels.ts';
import { customChannels as ru } from '../ru/custom-channels.ts';
import { pageTexts } from './page-texts.ts';

export const useCustomChannelsTexts = pageTexts({ en, ru });
