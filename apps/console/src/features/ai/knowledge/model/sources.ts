import { type Icon, IconBook2, IconBulb, IconFileText, IconPencil, IconTemplate, IconWorld } from '@tabler/icons-react';
import { type SourceKind, sourceKindOf } from '../../../../entities/chat/ai/source-names.ts';

const ICONS: Record<SourceKind, Icon> = {
  manual: IconPencil,
  crawler: IconWorld,
  upload: IconFileText,
  template: IconTemplate,
  wish: IconBulb,
};

export function sourceIcon(source: string): Icon {
  const kind = sourceKindOf(source);
  return kind ? ICONS[kind] : IconBook2;
}

/** The id of the upload that a source is. */
export const uploadIdOf = (source: string) =>
  sourceKindOf(source) === 'upload' ? Number(source.split(':')[1]) : undefined;
