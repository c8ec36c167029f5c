// npm run build -w packages/reference: renders the guides into dist/guides.json, which the server reads.
import { mkdirSync, writeFileSync } from 'node:fs';
import { BUILT } from './guide.ts';
import { renderGuides } from './render-guides.ts';

const { guides, images } = renderGuides();
mkdirSync(new URL('.', BUILT), { recursive: true });
writeFileSync(BUILT, JSON.stringify({ guides, images }));
