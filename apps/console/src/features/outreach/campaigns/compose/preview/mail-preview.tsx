import { ActionIcon, Tooltip } from '@mantine/core';
import { type EmailSettings, replaceVariables } from '@parley/contract';
import { IconDeviceDesktop, IconDeviceMobile, IconMoon, IconSun } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { namelessOf } from '../../../../../entities/contact/contact-name.ts';
import { useTexts } from '../../../../../locales/locale.tsx';
import { useCampaignComposerTexts } from '../../../../../locales/pages/campaign-composer.ts';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import { SegmentedChoice } from '../../../../../ui/controls/segmented-choice.tsx';
import { PersonAvatar } from '../../../../../ui/person/person-avatar.tsx';
import { PreviewAs } from '../../../sends/compose/preview-as.tsx';
import type { Preview } from '../../model/campaign-queries.ts';
import { MailFrame, type Scheme } from './mail-frame.tsx';
import styles from './mail-preview.module.css';

type Sample = Preview['samples'][number];

interface MailPreviewProps {
  settings: EmailSettings;
  /** Of the server, with what each contact would get. */
  samples: Sample[];
  contactId: string | null;
  onChooseContact: (contactId: string | null) => void;
  /** Below the mail. */
  children?: ReactNode;
}

type Part = 'html' | 'text';

/** The mail as a mail client shows it to one of the recipients. */
export function MailPreview({ settings, samples, contactId, onChooseContact, children }: MailPreviewProps) {
  const texts = useCampaignComposerTexts();
  const shared = useSendComposerTexts();
  const [device, setDevice] = useState<'desktop' | 'phone'>('desktop');
  const [scheme, setScheme] = useState<Scheme>('light');
  const [part, setPart] = useState<Part>('html');
  const sample = samples.find(({ contact_id }) => contact_id === contactId) ?? samples[0];
  const mail = sample ?? unfilled(settings);
  const isEmpty = !settings.html && !settings.text;
  const shownPart = mail.html === null ? 'text' : part;
  return (
    <section className={styles.preview} aria-label={shared.preview}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{shared.preview}</h2>
        <PreviewAs samples={samples} contactId={contactId} onChoose={onChooseContact} className={styles.sample} />
        <Toggle
          label={device === 'phone' ? texts.asDesktop : texts.asPhone}
          icon={device === 'phone' ? IconDeviceDesktop : IconDeviceMobile}
          onToggle={() => setDevice(device === 'phone' ? 'desktop' : 'phone')}
        />
        <Toggle
          label={scheme === 'dark' ? texts.asLight : texts.asDark}
          icon={scheme === 'dark' ? IconSun : IconMoon}
          onToggle={() => setScheme(scheme === 'dark' ? 'light' : 'dark')}
        />
      </div>
      <div className={styles.client} data-device={device} data-scheme={scheme}>
        <Envelope settings={settings} sample={sample} subject={mail.subject} />
        {isEmpty ? (
          <p className={styles.nothing}>{texts.nothingYet}</p>
        ) : shownPart === 'html' ? (
          <MailFrame title={texts.mailTitle} html={mail.html ?? ''} scheme={scheme} />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
          <section className={styles.text} dir="auto" tabIndex={0} aria-label={texts.parts.text}>
            {mail.text}
          </section>
        )}
      </div>
      {mail.html !== null && !isEmpty && (
        <SegmentedChoice
          label={texts.part}
          isLabelHidden
          value={part}
          options={(['html', 'text'] as const).map((value) => ({ value, label: texts.parts[value] }))}
          onChange={setPart}
        />
      )}
      {children}
    </section>
  );
}

interface ToggleProps {
  label: string;
  icon: typeof IconMoon;
  onToggle: () => void;
}

function Toggle({ label, icon: Sign, onToggle }: ToggleProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={30} aria-label={label} onClick={onToggle}>
        <Sign size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

interface EnvelopeProps {
  settings: EmailSettings;
  sample: Sample | undefined;
  subject: string;
}

/** What a mail client shows above the letter. */
function Envelope({ settings, sample, subject }: EnvelopeProps) {
  const all = useTexts();
  const texts = useCampaignComposerTexts();
  const sender = settings.from_name ?? texts.serverName;
  const preheader = settings.preheader && replaceVariables(settings.preheader, ({ fallback }) => fallback);
  return (
    <div className={styles.envelope}>
      <p className={styles.subject} dir="auto">
        {subject || texts.noSubject}
      </p>
      <div className={styles.sender}>
        <PersonAvatar name={sender} id={sender} size={32} />
        <span className={styles.words}>
          <bdi className={styles.name}>{sender}</bdi>
          <span className={styles.to}>
            {sample && texts.to(sample.contact_name ?? namelessOf(sample.contact_id, all))}
            {settings.reply_to && ` · ${texts.repliesTo(settings.reply_to)}`}
          </span>
        </span>
      </div>
      {preheader && (
        <p className={styles.preheader} dir="auto" title={texts.preheaderLead}>
          {preheader}
        </p>
      )}
    </div>
  );
}

/** What the mail says while nobody would get it: fallbacks in place of what isn't known. */
function unfilled({ subject = '', html, text = '' }: EmailSettings) {
  const fill = (written: string) =>
    replaceVariables(written, ({ name, fallback }) => (name === 'unsubscribe_url' ? '#' : fallback));
  return { subject: fill(subject), html: html === undefined ? null : fill(html), text: fill(text) };
}
