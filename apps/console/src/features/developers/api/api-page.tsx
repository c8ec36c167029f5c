import { useSession } from '../../../data/session.ts';
import { useDevelopersTexts } from '../../../locales/pages/developers.ts';
import { CopyableCode } from '../../../ui/controls/copyable-code.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { SettingSection } from '../../../ui/layout/setting-section.tsx';
import { apiAddress } from './api-address.ts';
import styles from './api-page.module.css';
import { ApiSwitch } from './api-switch.tsx';
import { References } from './references.tsx';

/** The API switch, the address to call, and where it is documented. */
export function ApiPage() {
  const { address, reference, ...texts } = useDevelopersTexts();
  const { widget } = useSession();
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <ApiSwitch />
      <SettingSection heading={address.heading} lead={address.lead}>
        <Named name={address.label} value={apiAddress} />
        <Named name={address.widget} value={String(widget.id)} />
        <Named name={address.guid} value={widget.button_guid} />
        <h3 className={styles.name}>{address.tryIt}</h3>
        <p className={styles.lead}>{address.tryLead}</p>
        <CopyableCode label={address.tryIt}>{`curl -H "Authorization: Bearer TOKEN" ${apiAddress}/v1`}</CopyableCode>
      </SettingSection>
      <SettingSection heading={reference.heading} lead={reference.lead}>
        <References />
      </SettingSection>
    </>
  );
}

function Named({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.named}>
      <h3 className={styles.name}>{name}</h3>
      <CopyableCode label={name}>{value}</CopyableCode>
    </div>
  );
}
