import { NumberInput, Select, Stack, TagsInput, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../../../../data/api.ts';
import { useLocale } from '../../../../locales/locale.tsx';
import { useKnowledgeTexts } from '../../../../locales/pages/knowledge.ts';
import { useKnowledgeSiteTexts } from '../../../../locales/pages/knowledge-site.ts';
import { FormFailure } from '../../../../ui/form/form-failure.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { SubmitButton } from '../../../../ui/form/submit-button.tsx';
import { useDraft } from '../../../../ui/form/use-draft.ts';
import { crawlerQuery, useRefreshKb } from '../model/kb-queries.ts';
import styles from './crawl-form.module.css';
import { type CrawlValues, toBody } from './crawl-values.ts';
import { readAddress } from './read-address.ts';
import { useCrawlFailure } from './use-crawl-failure.ts';

interface CrawlFormProps {
  saved: CrawlValues;
  /** Whether the site was read with these before. */
  isKnown: boolean;
}

const SCHEDULES = ['off', 'daily', 'weekly'] as const;

/** The address of the site, and how it is read. Sending it starts at once. */
export function CrawlForm({ saved, isKnown }: CrawlFormProps) {
  const texts = useKnowledgeSiteTexts();
  const { start } = useKnowledgeTexts();
  const queryClient = useQueryClient();
  const refresh = useRefreshKb();
  const toFailure = useCrawlFailure();
  const state = useDraft({
    saved,
    validate: useCrawlCheck(),
    send: (_, values) => api.kb.replaceCrawler({ body: toBody(values, readAddress(values.url) ?? '') }),
    onSaved: (crawler) => {
      queryClient.setQueryData(crawlerQuery.queryKey, crawler);
      void refresh();
    },
    toErrors: (error) => {
      const url = toFailure(error);
      return url === undefined ? undefined : { url };
    },
  });
  const { draft, errors, change, form, submit, isPending, isDirty, failure } = state;
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.address}>
        <TextInput
          label={start.address}
          placeholder={start.example}
          type="url"
          inputMode="url"
          autoComplete="url"
          dir="ltr"
          maxLength={2_048}
          value={draft.url}
          error={errors.url}
          onChange={({ currentTarget }) => change({ url: currentTarget.value })}
        />
        <SubmitButton
          label={isKnown ? texts.again : start.submit}
          busyLabel={start.starting}
          isPending={isPending}
          variant={isKnown && !isDirty ? 'default' : 'filled'}
        />
      </div>
      <Advanced draft={draft} errors={errors} change={change} />
      <FormFailure>{failure}</FormFailure>
      <LeaveGuard isDirty={isDirty && isKnown} />
    </form>
  );
}

interface AdvancedProps {
  draft: CrawlValues;
  errors: { [Name in keyof CrawlValues]?: string | undefined };
  change: (changes: Partial<CrawlValues>) => void;
}

function Advanced(props: AdvancedProps) {
  const texts = useKnowledgeSiteTexts();
  const id = useId();
  const [isAsked, setAsked] = useState(false);
  // An error must be seen.
  const isOpen = isAsked || Object.entries(props.errors).some(([name, error]) => name !== 'url' && error);
  return (
    <div>
      <UnstyledButton
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setAsked(!isOpen)}
      >
        {texts.advanced}
        <IconChevronDown size={16} stroke={1.75} aria-hidden className={styles.arrow} />
      </UnstyledButton>
      <div id={id} hidden={!isOpen} className={styles.advanced}>
        {isOpen && <AdvancedFields {...props} />}
      </div>
    </div>
  );
}

function AdvancedFields({ draft, errors, change }: AdvancedProps) {
  const texts = useKnowledgeSiteTexts();
  const decimalSeparator = useLocale().locale === 'ru' ? ',' : '.';
  const number = { clampBehavior: 'none', allowNegative: false, decimalSeparator } as const;
  return (
    <Stack gap="md">
      <div className={styles.numbers}>
        <NumberInput
          {...number}
          label={texts.maxPages}
          allowDecimal={false}
          min={1}
          max={5_000}
          value={draft.max_pages}
          error={errors.max_pages}
          onChange={(max_pages) => change({ max_pages })}
        />
        <NumberInput
          {...number}
          label={texts.maxDepth}
          allowDecimal={false}
          min={0}
          max={10}
          value={draft.max_depth}
          error={errors.max_depth}
          onChange={(max_depth) => change({ max_depth })}
        />
        <NumberInput
          {...number}
          label={texts.delay}
          min={0}
          max={10}
          step={0.25}
          decimalScale={2}
          value={draft.delay}
          error={errors.delay}
          onChange={(delay) => change({ delay })}
        />
        <Select
          label={texts.schedule}
          data={SCHEDULES.map((value) => ({ value, label: texts.schedules[value] }))}
          value={draft.schedule}
          onChange={(schedule) => change({ schedule: schedule as CrawlValues['schedule'] })}
          allowDeselect={false}
        />
      </div>
      <TagsInput
        label={texts.include}
        description={texts.includeLead}
        placeholder={draft.include.length ? '' : '/help/*'}
        maxTags={50}
        maxLength={255}
        dir="ltr"
        value={draft.include}
        onChange={(include) => change({ include })}
      />
      <TagsInput
        label={texts.exclude}
        description={texts.excludeLead}
        placeholder={draft.exclude.length ? '' : '/blog/*'}
        maxTags={50}
        maxLength={255}
        dir="ltr"
        value={draft.exclude}
        onChange={(exclude) => change({ exclude })}
      />
    </Stack>
  );
}

/** Returns the errors of the fields. */
function useCrawlCheck() {
  const { addressMissing, pagesWrong, depthWrong, delayWrong } = useKnowledgeSiteTexts();
  const isWithin = (value: number | string, from: number, to: number) =>
    value !== '' && Number(value) >= from && Number(value) <= to;
  return ({ url, max_pages, max_depth, delay }: CrawlValues) => ({
    url: readAddress(url) ? undefined : addressMissing,
    max_pages: isWithin(max_pages, 1, 5_000) ? undefined : pagesWrong,
    max_depth: isWithin(max_depth, 0, 10) ? undefined : depthWrong,
    delay: isWithin(delay, 0, 10) ? undefined : delayWrong,
  });
}
