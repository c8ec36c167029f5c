import { TextInput } from '@mantine/core';
import { IconFileUpload, IconPencil, IconWorldSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { api } from '../../../../data/api.ts';
import { useKnowledgeTexts } from '../../../../locales/pages/knowledge.ts';
import { useKnowledgeSiteTexts } from '../../../../locales/pages/knowledge-site.ts';
import { FormFailure } from '../../../../ui/form/form-failure.tsx';
import { SubmitButton } from '../../../../ui/form/submit-button.tsx';
import { useForm } from '../../../../ui/form/use-form.ts';
import { crawlerQuery, type KbStatus, useRefreshKb } from '../model/kb-queries.ts';
import { NoModel } from '../parts/no-model.tsx';
import { readAddress } from '../site/read-address.ts';
import { useCrawlFailure } from '../site/use-crawl-failure.ts';
import styles from './start.module.css';

/** An empty knowledge base: one address is all it takes. */
export function Start({ status }: { status: KbStatus }) {
  const { start: texts } = useKnowledgeTexts();
  const id = useId();
  return (
    <>
      {status.embedding === null && <NoModel />}
      <section className={styles.card} aria-labelledby={id}>
        <span className={styles.sign} aria-hidden>
          <IconWorldSearch size={28} stroke={1.5} />
        </span>
        <h2 id={id} className={styles.heading}>
          {texts.heading}
        </h2>
        <p className={styles.lead}>{texts.lead}</p>
        <AddressForm />
      </section>
      <h2 className={styles.or}>{texts.or}</h2>
      <ul className={styles.others}>
        <Other icon={<IconFileUpload size={22} stroke={1.5} />} lead={texts.uploadLead}>
          <Link to="/ai/knowledge/files">{texts.upload}</Link>
        </Other>
        <Other icon={<IconPencil size={22} stroke={1.5} />} lead={texts.writeLead}>
          <Link to="/ai/knowledge/rules/new">{texts.write}</Link>
        </Other>
      </ul>
    </>
  );
}

function AddressForm() {
  const { start: texts } = useKnowledgeTexts();
  const { addressMissing } = useKnowledgeSiteTexts();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const refresh = useRefreshKb();
  const toFailure = useCrawlFailure();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { url: '' },
    validate: ({ url }) => ({ url: readAddress(url) ? undefined : addressMissing }),
    send: ({ url }) => api.kb.replaceCrawler({ body: { url: readAddress(url) ?? '' } }),
    toErrors: (error) => {
      const text = toFailure(error);
      return text === undefined ? undefined : { fields: { url: text } };
    },
    onSuccess: async (crawler) => {
      queryClient.setQueryData(crawlerQuery.queryKey, crawler);
      await navigate({ to: '/ai/knowledge/site' });
      void refresh();
    },
  });
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <TextInput
        {...getInputProps('url')}
        label={texts.address}
        placeholder={texts.example}
        size="md"
        type="url"
        inputMode="url"
        autoComplete="url"
        dir="ltr"
        maxLength={2_048}
        className={styles.field ?? ''}
      />
      <SubmitButton size="md" label={texts.submit} busyLabel={texts.starting} isPending={isPending} />
      <FormFailure>{failure}</FormFailure>
    </form>
  );
}

function Other({ icon, lead, children }: { icon: ReactNode; lead: string; children: ReactNode }) {
  return (
    <li className={styles.other}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <span className={styles.words}>
        {children}
        <span className={styles.dim}>{lead}</span>
      </span>
    </li>
  );
}
