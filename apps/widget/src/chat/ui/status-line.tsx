import { useEffect, useState } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import { focusPanel } from './focus.ts';
import { Icon } from './icons.tsx';
import { useTexts } from './texts.ts';
import { useStore } from './use-store.ts';

/** A short cut is nobody's business. */
const QUIET_MS = 3_000;

/** One quiet line when something is in the way; `cut` says what that means where nothing is sent by itself. */
export function StatusLine({ model, cut }: { model: Model; cut?: string }) {
  const { network, done } = useTexts();
  const { phase, live, refusal } = useStore(model.conversation);
  const { notice } = useStore(model.panel);
  const isCut = phase === 'opening' || live?.connection === 'connecting';
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!isCut) return;
    const timer = setTimeout(() => setLate(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isCut]);
  const reasons: Record<string, string> = { visitor_blocked: network.blocked, version_unsupported: network.reload };
  const said = refusal
    ? (reasons[refusal] ?? network.refused)
    : (notice ?? (isCut && isLate ? (cut ?? network.offline) : null));
  if (!said) return null;
  return (
    <p class={refusal ? 'refusal' : 'line'} role="status">
      {said}
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
