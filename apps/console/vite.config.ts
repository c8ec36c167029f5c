import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkOf } from './vite-chunks.ts';
import { leaveOutDocs } from './vite-contract.ts';

/** The page is empty until the script has run, and painting it before would flash the theme the reader did not choose. */
const blockRendering: Plugin = {
  name: 'block-rendering',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
  },
};

const FIRST_SCREENS = ['features/entry/sign-in/sign-in.tsx', 'app/shell/shell.tsx', 'app/screens/inbox-screen.tsx'];

// biome-ignore lint/style/noDefaultExport: Vite reads it
export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react(), blockRendering, leaveOutDocs],
  // The server puts a new one in its place each time it sends the page.
  html: { cspNonce: '__nonce__' },
  server: { proxy: { '/console-api': 'http://127.0.0.1:3000', '/api': 'http://127.0.0.1:3000' } },
  build: {
    target: 'es2023',
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every visit needs and a release seldom changes.
            { name: 'libraries', test: /node_modules/, tags: ['$initial'] },
            { name: 'app', test: /\/src\/(?!app\/main)/, tags: ['$initial'] },
            // What every visit needs after that.
            { name: chunkOf('inbox', FIRST_SCREENS) },
            // What a chat shares with other screens.
            { name: chunkOf('shared', ['app/screens/chat-screen.tsx']), minShareCount: 3 },
          ],
        },
      },
    },
  },
});
