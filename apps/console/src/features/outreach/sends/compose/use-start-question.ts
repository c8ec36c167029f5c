import { useNavigate, useSearch } from '@tanstack/react-router';
import { type SendKind, sendPaths } from '../model/send.ts';

/** Whether it is asked to start. The question may be in the address: a new draft comes with it. */
export function useStartQuestion(kind: SendKind, id: number) {
  const { start = false } = useSearch({ strict: false });
  const navigate = useNavigate();
  const show = (search: { start?: true }) =>
    void navigate({ to: sendPaths[kind], params: { id }, search, replace: true, ignoreBlocker: true });
  return { isAsking: start, ask: () => show({ start: true }), close: () => show({}) };
}
