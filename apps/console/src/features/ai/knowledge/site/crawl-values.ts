import type { CrawlConfig } from '../model/kb-queries.ts';

/** A form's numbers may be empty or half typed. */
export interface CrawlValues {
  url: string;
  max_pages: number | string;
  max_depth: number | string;
  include: string[];
  exclude: string[];
  /** Seconds. */
  delay: number | string;
  schedule: CrawlConfig['schedule'];
}

export const DEFAULTS: CrawlValues = {
  url: '',
  max_pages: 200,
  max_depth: 5,
  include: [],
  exclude: [],
  delay: 0.25,
  schedule: 'off',
};

export const valuesOf = ({ delay_ms, ...config }: CrawlConfig): CrawlValues => ({ ...config, delay: delay_ms / 1_000 });

export const toBody = ({ delay, ...values }: CrawlValues, url: string) => ({
  ...values,
  url,
  max_pages: Number(values.max_pages),
  max_depth: Number(values.max_depth),
  delay_ms: Math.round(Number(delay) * 1_000),
});

/** The host without `www.`, as people call a site. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url);
