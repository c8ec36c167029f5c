import { Button, Skeleton, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { load } from '../../data/release.ts';
import { useWidgetTexts } from '../../locales/pages/widget.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { ScreenSkeleton } from '../../ui/layout/screen-skeleton.tsx';
import { DraftProvider, useSetting } from './model/draft.tsx';
import { schemaQuery, settingsQuery } from './model/queries.ts';
import { Preview } from './preview/preview.tsx';
import { PublishBar } from './publish-bar.tsx';
import { Look } from './sections/look.tsx';
import type { WordsProps } from './sections/words.tsx';
import styles from './widget.module.css';
import { type WidgetTab, widgetTabs } from './widget-search.ts';

// The appearance is shown first; other tabs load their parts when they are opened.
const Words = lazy(async () => ({ default: (await load(() => import('./sections/words.tsx'))).Words }));
const SECTIONS = {
  look: Look,
  forms: lazy(async () => ({ default: (await load(() => import('./sections/forms.tsx'))).Forms })),
  availability: lazy(async () => ({ default: (await load(() => import('./sections/availability.tsx'))).Availability })),
  privacy: lazy(async () => ({ default: (await load(() => import('./sections/privacy.tsx'))).Privacy })),
  install: lazy(async () => ({ default: (await load(() => import('./installation/installation.tsx'))).Installation })),
  widgets: lazy(async () => ({ default: (await load(() => import('./own/widgets.tsx'))).OwnWidgets })),
};

interface SectionProps extends WordsProps {
  tab: WidgetTab;
}

function Section({ tab, ...words }: SectionProps) {
  if (tab === 'texts') return <Words {...words} />;
  const Other = SECTIONS[tab];
  return <Other />;
}

/** The widget's settings with a preview, and its installation. */
export function Widget() {
  const texts = useWidgetTexts();
  const settings = useQuery(settingsQuery);
  const schema = useQuery(schemaQuery);
  return (
    <Loaded query={schema} failure={texts.failure} skeleton={<ScreenSkeleton />}>
      {(fields) => (
        <Loaded query={settings} failure={texts.failure} skeleton={<ScreenSkeleton />}>
          {(saved) => (
            <DraftProvider saved={saved} schema={fields}>
              <Constructor />
            </DraftProvider>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

function Constructor() {
  const texts = useWidgetTexts();
  const { tab = 'look' } = useSearch({ strict: false }) as { tab?: WidgetTab };
  const navigate = useNavigate();
  const [source] = useSetting('widget_content_source_language');
  const [preferred] = useSetting('widget_default_language');
  const [language, setLanguage] = useState<string>(preferred === 'auto' ? source : preferred);
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const [isPreviewed, setPreviewed] = useState(false);
  const hasPreview = tab !== 'install' && (isWide || isPreviewed);
  const list = useRef<HTMLDivElement>(null);
  // On narrow screens the tabs scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selected tab is read from the document
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tab]);
  const choose = (next: string | null) =>
    void navigate({ to: '/settings/widget', search: next === 'look' ? {} : { tab: next as WidgetTab }, replace: true });
  return (
    <div className={styles.page} data-preview={hasPreview}>
      <div className={styles.form}>
        <PageHeading
          title={texts.title}
          lead={texts.lead}
          actions={
            !isWide &&
            tab !== 'install' && (
              <Button
                variant="default"
                leftSection={isPreviewed ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
                onClick={() => setPreviewed(!isPreviewed)}
              >
                {isPreviewed ? texts.hidePreview : texts.showPreview}
              </Button>
            )
          }
        />
        {!isWide && hasPreview && (
          <div className={styles.inline}>
            <Preview language={language} />
          </div>
        )}
        <Tabs value={tab} onChange={choose} keepMounted={false} mt="md">
          <Tabs.List ref={list} className={styles.tabs ?? ''}>
            {widgetTabs.map((each) => (
              <Tabs.Tab key={each} value={each} px="xs">
                {texts.tabs[each]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={tab}>
            <Suspense fallback={<Skeleton height={240} mt="lg" />}>
              <Section tab={tab} language={language} onLanguage={setLanguage} />
            </Suspense>
          </Tabs.Panel>
        </Tabs>
        <PublishBar />
      </div>
      {isWide && hasPreview && (
        <div className={styles.aside}>
          <Preview language={language} />
        </div>
      )}
    </div>
  );
}
