import { useLocalStorage } from '@mantine/hooks';

const none: string[] = [];

/** Whether a section is folded. It stays so for every contact, and in every tab. */
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

/** Whatever else is there was not written here. */
function read(text: string | undefined): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : none;
  } catch {
    return none;
  }
}
