import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../data/session.ts';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { CopyableCode } from '../../../ui/controls/copyable-code.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { When } from '../../../ui/time/when.tsx';
import { Group } from '../fields/group.tsx';
import { accessQuery, demoQuery, sitesQuery } from '../model/queries.ts';
import { BlockedSites } from './blocked-sites.tsx';
import { Domains } from './domains.tsx';
import styles from './installation.module.css';
import { Platforms } from './platforms.tsx';

/** How the widget gets on a site, and whether it has arrived. */
export function Installation() {
  const { install: texts } = useWidgetTexts();
  const { widget } = useSession();
  const access = useQuery(accessQuery);
  const { data: sites } = useQuery(sitesQuery);
  const { data: hasDemo } = useQuery(demoQuery);
  const tag = `<script async src="${location.origin}/w/${widget.button_guid}.js"></script>`;
  const letter = `mailto:?subject=${encodeURIComponent(texts.mailSubject)}&body=${encodeURIComponent(texts.mailBody(tag))}`;
  const [latest] = sites?.seen ?? [];
  return (
    <>
      {sites && (
        <div className={styles.seen} data-seen={latest !== undefined} role="status">
          {latest ? (
            <>
              {texts.seen(latest.host)} <When at={latest.seen_at} />
            </>
          ) : (
            texts.notSeen
          )}
        </div>
      )}
      {access.data && sites && <BlockedSites blocked={sites.blocked} domains={access.data.domains} />}
      <Group heading={texts.code} lead={texts.codeLead}>
        <CopyableCode label={texts.code}>{tag}</CopyableCode>
        <Button
          component="a"
          href={letter}
          variant="default"
          className={styles.letter ?? ''}
          leftSection={<IconMail size={16} stroke={1.75} aria-hidden />}
        >
          {texts.mail}
        </Button>
        {hasDemo && (
          <Text c="dimmed">
            {texts.tryIt}{' '}
            <Anchor href={`/demo?widget=${widget.button_guid}`} underline="always" target="_blank" rel="noreferrer">
              {texts.demo}
            </Anchor>
          </Text>
        )}
      </Group>
      <Group heading={texts.steps}>
        <Platforms tag={tag} />
      </Group>
      <Group heading={texts.domains} lead={texts.domainsLead}>
        <Loaded query={access} failure={texts.failure}>
          {({ domains }) => (
            <Stack gap="sm">
              <Domains domains={domains} seen={sites?.seen ?? []} />
            </Stack>
          )}
        </Loaded>
      </Group>
    </>
  );
}
