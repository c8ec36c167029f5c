// Reading a long document: our reader, which makes chunks, over pdftotext, which writes its text.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Registry } from 'prom-client';
import { createExtractor } from '../apps/server/src/infra/extraction/extractor.ts';
import { createLog } from '../apps/server/src/infra/log.ts';
import { makePdf } from '../apps/server/test/documents/pdf-files.ts';
import { format, interleave, type Row } from './rounds.ts';

const PAGES = 300;
const LINES = 45;
const WORDS = 'parcel delivery within three days refund of the price after we receive it back in our warehouse'.split(
  ' ',
);

/** Each page has a header, a heading and paragraphs of text that differs. */
function longPdf() {
  const line = (page: number, at: number) =>
    Array.from({ length: 12 }, (_, place) => WORDS[(page * 7 + at * 5 + place * place) % WORDS.length]).join(' ');
  return makePdf(
    Array.from({ length: PAGES }, (_, page) => [
      'The handbook of the shop',
      { text: `Chapter ${page + 1}`, size: 18 },
      ...Array.from({ length: LINES }, (_each, at) => `${line(page, at)}${at % 6 === 5 ? '.' : ''}`),
    ]),
  );
}

/** The largest resident memory of a child process so far, in MB. */
function peakOfChildren() {
  const peaks = readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const [, parent] = /^PPid:\s+(\d+)/m.exec(status) ?? [];
      const [, peak] = /^VmHWM:\s+(\d+)/m.exec(status) ?? [];
      return Number(parent) === process.pid && peak ? [Number(peak) / 1_024] : [];
    } catch {
      return [];
    }
  });
  return Math.max(0, ...peaks);
}

async function documents(): Promise<Row[]> {
  if (spawnSync('pdftotext', ['-v']).error) return [['pdftotext', 'not installed: apt-get install poppler-utils']];
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-bench-'));
  const file = path.join(directory, 'long.pdf');
  writeFileSync(file, longPdf());
  const extractor = createExtractor({ log: createLog('silent'), metrics: new Registry() });
  const { signal } = new AbortController();
  let chunks = 0;
  let peak = 0;
  const time = async (read: () => unknown) => {
    const since = performance.now();
    await read();
    return performance.now() - since;
  };
  const ours = () =>
    time(async () => {
      const document = await extractor.readDocument({ path: file, type: 'pdf', name: 'long.pdf' }, signal);
      chunks = document.chunks.length;
      peak = Math.max(peak, peakOfChildren());
    });
  const theirs = () => time(() => execFileSync('pdftotext', [file, path.join(directory, 'long.txt')]));
  const measured = await interleave(ours, theirs);
  await extractor.close();
  rmSync(directory, { recursive: true });
  return [
    [`${PAGES} pages of PDF, ms, as ${chunks} chunks`, format(measured.a)],
    ['pdftotext, ms', format(measured.b)],
    ['ratio (goal: 12 or less)', format(measured.ratio, 1)],
    ['memory of the reader, MB (goal: 385 or less)', peak.toFixed(0)],
  ];
}

export const kbDocuments = { 'kb.documents': documents };
