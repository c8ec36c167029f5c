import { existsSync, readFileSync } from 'node:fs';

interface WidgetManifest {
  chat: string;
  /** The script that judges visits. */
  invitations?: string;
  locales: Record<string, string>;
}

const MANIFEST = new URL('../../../widget/dist/manifest.json', import.meta.url);
let manifest: WidgetManifest | undefined;

/** Names of the widget's files in this release; undefined until it is built. */
export function readWidgetManifest(): WidgetManifest | undefined {
  if (!manifest && existsSync(MANIFEST)) manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  return manifest;
}
