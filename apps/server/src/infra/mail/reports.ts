import { decodeContent, type MimePart, parseFields, parseMail, partsOf } from './mime.ts';

/** What a mail server says about a mail that it took (RFC 3464), or a mailbox provider about one that it showed (RFC 5965). */
export type MailReport =
  | { kind: 'delivery'; recipients: ReportedRecipient[] }
  | { kind: 'feedback'; type: string; addresses: string[] };

interface ReportedRecipient {
  /** `failed`, `delayed`, `delivered`, `relayed` or `expanded`. */
  action: string;
  /** A code of RFC 3463 such as `5.1.1`; empty without a valid one. */
  status: string;
  /** As given by the sender, and as it was in the end. */
  addresses: string[];
}

interface ReportFormat {
  types: string[];
  read: (content: string) => MailReport;
}

/** By the `report-type` of a `multipart/report` (RFC 6522): the types of the part for programs. */
const FORMATS = new Map<string | undefined, ReportFormat>([
  ['delivery-status', { types: ['message/delivery-status', 'message/global-delivery-status'], read: readDelivery }],
  ['feedback-report', { types: ['message/feedback-report'], read: readFeedback }],
]);

/** Forwarders and virus scanners wrap reports. */
const MAX_DEPTH = 4;
const MAX_BLOCKS = 100;

/** The report in a mail, given as `latin1`. Undefined for any other mail, also for one that has a report attached. */
export const readReport = (bytes: string) => findReport(parseMail(bytes), MAX_DEPTH);

function findReport(part: MimePart, depth: number): MailReport | undefined {
  if (!part.type.startsWith('multipart/') || depth === 0) return undefined;
  const parts = partsOf(part);
  if (part.type === 'multipart/report') {
    const format = FORMATS.get(part.parameters.get('report-type')?.toLowerCase());
    const found = parts.find(({ type }) => format?.types.includes(type));
    return found && format?.read(decodeContent(found));
  }
  for (const each of parts) {
    const found = findReport(each, depth - 1);
    if (found) return found;
  }
  return undefined;
}

/** Blocks of fields: one about the mail, then one for each recipient. */
function readDelivery(content: string): MailReport {
  const blocks = content.split(/\n(?:[ \t]*\n)+/, MAX_BLOCKS).map(parseFields);
  const recipients = blocks.flatMap((fields) => {
    const action = /^[a-z]+/i.exec(fields.get('action') ?? '')?.[0].toLowerCase();
    if (!action) return [];
    return {
      action,
      status: readStatus(fields),
      addresses: readAddresses(fields, 'final-recipient', 'original-recipient'),
    };
  });
  return { kind: 'delivery', recipients };
}

/** Exim writes 5.0.0 for everything: then the code in the other server's words counts. */
function readStatus(fields: Map<string, string>) {
  const [status = ''] = /^[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(fields.get('status') ?? '') ?? [];
  if (status !== '5.0.0') return status;
  const diagnostic = fields.get('diagnostic-code') ?? '';
  return /^smtp\s*;\s*[45]\d\d[ -]([45]\.\d{1,3}\.\d{1,3})(?![\d.])/i.exec(diagnostic)?.[1] ?? status;
}

function readFeedback(content: string): MailReport {
  const fields = parseFields(content.trimStart());
  return {
    kind: 'feedback',
    type: (fields.get('feedback-type') ?? '').toLowerCase(),
    addresses: readAddresses(fields, 'original-rcpt-to', 'removal-recipient'),
  };
}

/** With or without a type before it: `rfc822; ann@example.com`. */
function readAddresses(fields: Map<string, string>, ...names: string[]) {
  return names.flatMap((name) => {
    const value = fields
      .get(name)
      ?.replace(/^[\w-]+\s*;/, '')
      .trim();
    const address = (value && /^<(.*)>$/.exec(value)?.[1]) || value;
    return address?.includes('@') ? Buffer.from(address, 'latin1').toString() : [];
  });
}
