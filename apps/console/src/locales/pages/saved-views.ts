import { savedViews as en } from '../en/saved-views.ts';
import { savedViews as ru } from '../ru/saved-views.ts';
import { pageTexts } from './page-texts.ts';

export const useSavedViewsTexts = pageTexts({ en, ru });
