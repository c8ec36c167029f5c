import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import styles from './server-response.module.css';

interface ServerResponseProps {
  isGood: boolean;
  /** What it means. */
  heading: string;
  /** Another server's own words. */
  response: string;
}

/** What another server answered, with its words. */
export function ServerResponse({ isGood, heading, response }: ServerResponseProps) {
  const Icon = isGood ? IconCircleCheck : IconAlertCircle;
  return (
    <div className={styles.result} data-good={isGood || undefined}>
      <Icon size={18} stroke={1.75} aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <span className={styles.heading}>{heading}</span>
        <code className={styles.response} dir="ltr">
          {response}
        </code>
      </div>
    </div>
  );
}
