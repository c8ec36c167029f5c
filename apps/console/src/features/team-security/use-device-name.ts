import { useLocale } from '../../locales/locale.tsx';
import { useSecurityTexts } from '../../locales/pages/security.ts';
import { readDevice } from '../../ui/device/device.ts';

/** Names the device and the place of a session or sign-in. */
export function useDeviceName() {
  const texts = useSecurityTexts();
  const { locale } = useLocale();
  return ({ user_agent, address, country }: { user_agent: string; address: string; country: string | null }) => {
    const { browser, system, isHandheld } = readDevice(user_agent);
    const name = browser && system ? texts.device(browser, system) : (browser ?? system ?? texts.unknownDevice);
    const region = country && new Intl.DisplayNames(locale, { type: 'region' }).of(country);
    return { name, isHandheld, place: region ? `${address}, ${region}` : address };
  };
}
