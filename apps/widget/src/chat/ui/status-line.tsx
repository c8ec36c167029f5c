import { useEffect, useState } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import { focusPanel } from './focus.ts';
import { Icon } from './icons.tsx';
import { useTexts } from './texts.ts';
import { useStore } from './use-store.ts';

/** Short interruptions are not shown. */
const GRACE_MS = 3_000;

/** A line about a refusal, a failure or a lost connection, with another text for the latter in forms. */
export function StatusLine({ model, offlineText }: { model: Model; offlineText?: string }) {
  const { network, done } = useTexts();
  const { phase, live, refusal } = useStore(model.conversation);
  const { notice } = useStore(model.panel);
  const isOffline = phase === 'opening' || live?.connection === 'connecting';
  const [isGraceOver, setGraceOver] = useState(false);
  useEffect(() => {
    setGraceOver(false);
    if (!isOffline) return;
    const timer = setTimeout(() => setGraceOver(true), GRACE_MS);
    return () => clearTimeout(timer);
  }, [isOffline]);
  const reasons: Record<string, string> = { visitor_blocked: network.blocked, version_unsupported: network.reload };
  const text = refusal
    ? (reasons[refusal] ?? network.refused)
    : (notice ?? (isOffline && isGraceOver ? (offlineText ?? network.offline) : null));
  if (!text) return null;
  return (
    <p class={refusal ? 'refusal' : 'line'} role="status">
      {text}
      {notice && !refusal && (
        <button
          type="button"
          class="tool"
          aria-label={done}
          onClick={() => {
            model.setNotice(null);
            focusPanel(model);
          }}
        >
          <Icon name="close" />
        </button>
      )}
    </p>
  );
}
