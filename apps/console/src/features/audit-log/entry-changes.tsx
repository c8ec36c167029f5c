import type { AuditEntry } from '@parley/contract';
import { useAgentName } from '../../entities/agent/use-agent-name.ts';
import { channelName } from '../../entities/chat/channel-name.ts';
import { useLocale, useTexts } from '../../locales/locale.tsx';
import { useAuditLogTexts } from '../../locales/pages/audit-log.ts';
import { exactTime } from '../../ui/time/age.tsx';
import styles from './audit-log.module.css';

interface Change {
  /** Names from the subject down to the value. */
  path: string[];
  before: unknown;
  after: unknown;
}

/** The changed members, one a row: before and after. */
export function EntryChanges({ id, entry: { before, after } }: { id: string; entry: AuditEntry }) {
  const texts = useAuditLogTexts();
  const show = useShownValue();
  const order = Object.keys(texts.members);
  const changes = changesOf(before ?? {}, after ?? {}).toSorted((one, other) => place(one) - place(other));
  function place({ path }: Change) {
    return order.indexOf(path.at(-1) ?? '') + 1 || order.length + 1;
  }
  const nameOf = (path: string[]) => path.map((each) => texts.members[each] ?? each).join(' › ');
  return (
    <table id={id} className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{texts.member}</th>
          {before && <th scope="col">{after ? texts.before : texts.value}</th>}
          {after && <th scope="col">{before ? texts.after : texts.value}</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.path.join('.')}>
            <th scope="row">{nameOf(change.path)}</th>
            {before && <td>{show(change.path, change.before)}</td>}
            {after && <td>{show(change.path, change.after)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function changesOf(before: Record<string, unknown>, after: Record<string, unknown>, path: string[] = []): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [was, is, place] = [before[name], after[name], [...path, name]];
    const isNested = (isPlain(was) || isPlain(is)) && !isHours(was) && !isHours(is);
    if (!isNested) return [{ path: place, before: was, after: is }];
    return changesOf(isPlain(was) ? was : {}, isPlain(is) ? is : {}, place);
  });
}

const isHours = (value: unknown): value is { from: string; to: string } =>
  isPlain(value) && typeof value.from === 'string' && typeof value.to === 'string';

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Returns how a value reads. */
function useShownValue() {
  const texts = useAuditLogTexts();
  const { chatActions } = useTexts();
  const { locale } = useLocale();
  const agentName = useAgentName();
  const show = (path: string[], value: unknown): string => {
    const name = path.at(-1) ?? '';
    if (value === null && isDay(path)) return texts.closed;
    if (value === null || value === undefined || value === '') return '—';
    if (value === '[secret]') return texts.hidden;
    if (typeof value === 'boolean') return value ? texts.on : texts.off;
    if (Array.isArray(value)) return value.map((each) => show(path, each)).join(isDay(path) ? '–' : ', ') || '—';
    if (isHours(value)) return `${value.from}–${value.to}`;
    if (isPlain(value)) return JSON.stringify(value);
    if (typeof value === 'number' && /^agent_ids?$/.test(name)) return agentName(value);
    if (name === 'channels') return channelName(value === 'svc' ? 'service' : String(value), chatActions);
    if (typeof value === 'string' && MOMENT.test(value)) return exactTime(new Date(value), locale);
    // Elsewhere the same word can be a name.
    if (isDay(path) || name === 'role' || name === 'status') return texts.values[String(value)] ?? String(value);
    return String(value);
  };
  return show;
}

/** Without a value a day of a schedule is closed. */
const isDay = ([schedule = '', day]: string[]) => /^(schedule|office_hours)$/.test(schedule) && day !== undefined;
