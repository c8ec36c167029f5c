import { useLocalStorage } from '@mantine/hooks';

const none: string[] = [];

/** Whether a section is collapsed, for all contacts and tabs. */
export function useFolded(name: string) {
  const [folded, setFolded] = useLocalStorage({
    key: 'parley-panel-folded',
    defaultValue: none,
    getInitialValueInEffect: false,
    deserialize: read,
  });
  const isFolded = folded.includes(name);
  const toggle = () => setFolded((before) => (isFolded ? before.filter((each) => each !== name) : [...before, name]));
  return { isFolded, toggle };
}

/** Ignores values of another shape. */
function read(text: string | undefined): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : none;
  } catch {
    return none;
  }
}
