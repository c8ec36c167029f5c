import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { locales } from '../../locales/locale.tsx';
import { useAccountTexts } from '../../locales/pages/account.ts';
import { SegmentedChoice } from '../../ui/controls/segmented-choice.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { DescriptionList } from '../../ui/layout/description-list.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { SettingSection } from '../../ui/layout/setting-section.tsx';
import { type AccountProfile, accountQuery, useAccountChoice } from './account-queries.ts';
import { HolderForm } from './holder-form.tsx';
import { TimeZoneField } from './time-zone-field.tsx';

/** The account's holder, time zone and language. */
export function Account() {
  const texts = useAccountTexts();
  const account = useQuery(accountQuery);
  return (
    <Screen>
      <PageHeading title={texts.title} />
      <Loaded query={account} failure={texts.failed}>
        {(data) => <Sections account={data} />}
      </Loaded>
    </Screen>
  );
}

function Sections({ account }: { account: AccountProfile }) {
  const texts = useAccountTexts();
  const choose = useAccountChoice();
  return (
    <>
      <SettingSection heading={texts.holder} lead={texts.holderLead}>
        <Stack gap="lg">
          <HolderForm account={account} />
          <DescriptionList facts={[{ name: texts.email, value: account.email }]} />
        </Stack>
      </SettingSection>
      <SettingSection heading={texts.zone} lead={texts.zoneLead}>
        <TimeZoneField value={account.timezone} onChange={(timezone) => choose({ timezone })} />
      </SettingSection>
      <SettingSection heading={texts.language} lead={texts.languageLead}>
        <SegmentedChoice
          label={texts.language}
          value={account.locale ?? 'browser'}
          options={[
            { value: 'browser', label: texts.browserLanguage },
            ...locales.map(({ locale, name }) => ({ value: locale, label: name })),
          ]}
          onChange={(value) => choose({ locale: value === 'browser' ? null : value })}
        />
      </SettingSection>
      <SettingSection heading={texts.plan} lead={texts.planLead}>
        <DescriptionList facts={[{ name: texts.seats, value: String(account.seats) }]} />
      </SettingSection>
    </>
  );
}
