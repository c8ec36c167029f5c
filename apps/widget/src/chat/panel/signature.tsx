import type { Model } from '../model/model.ts';
import { ownerText } from '../ui/owner-texts.ts';
import { useLocale, useTexts } from '../ui/texts.ts';
import { useStore } from '../ui/use-store.ts';

export function Signature({ model: { config, panel } }: { model: Model }) {
  const texts = useTexts();
  const locale = useLocale();
  const { look } = useStore(panel);
  if (!(look.isPhone ? config.mobile : config.desktop).show_signature) return null;
  return <p class="signature">{ownerText(config, 'signature', locale) ?? `${texts.poweredBy} Parley`}</p>;
}
