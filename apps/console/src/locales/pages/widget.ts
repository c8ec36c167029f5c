import { widget as en } from '../en/widget.ts';
import { widget as ru } from '../ru/widget.ts';
import { pageTexts } from './page-texts.ts';

export const useWidgetTexts = pageTexts({ en, ru });
