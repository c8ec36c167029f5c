import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { Choice, Toggle } from '../fields/fields.tsx';
import { Group } from '../fields/group.tsx';
import { TextSetting } from '../fields/text-setting.tsx';
import { useSetting } from '../model/draft.tsx';

const SECURE = /^https:\/\/./;

export function Forms() {
  const { groups, linkWrong } = useWidgetTexts();
  const [url] = useSetting('consent_url');
  const [isAsked] = useSetting('intro_form_enabled');
  return (
    <>
      <Group heading={groups.intro}>
        <Toggle name="intro_form_enabled" />
        {isAsked && (
          <>
            <Choice name="intro_form_name" />
            <Choice name="intro_form_email" />
            <Choice name="intro_form_phone" />
          </>
        )}
      </Group>
      <Group heading={groups.offline}>
        <Toggle name="offline_form_enabled" />
      </Group>
      <Group heading={groups.consent}>
        <TextSetting name="consent_text" isLong />
        <TextSetting name="consent_url" error={Boolean(url) && !SECURE.test(url ?? '') && linkWrong} />
        <TextSetting name="marketing_consent_text" isLong />
      </Group>
    </>
  );
}
