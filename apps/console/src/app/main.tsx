import '../ui/theme/fonts.css';
import '../ui/theme/mantine.css';
import '../ui/theme/base.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '../data/query-client.ts';
import { LocaleProvider, loadLocale } from '../locales/locale.tsx';
import { getStyleNonce } from '../ui/theme/style-nonce.ts';
import { cssVariables, theme } from '../ui/theme/theme.ts';
import { createConsoleRouter } from './router.tsx';
import { leaveSession } from './session/session-guard.ts';

const queryClient = createQueryClient(() => {
  const { pathname, href } = router.state.location;
  // Several requests can find the session ended at the same time.
  if (pathname !== '/sign-in') void leaveSession(router, queryClient, { next: href, note: 'session-ended' });
});
const router = createConsoleRouter(queryClient);
const colorScheme = localStorageColorSchemeManager({ key: 'parley-theme' });

const page = document.getElementById('root');
if (!page) throw new Error('The page has no #root');
const locale = await loadLocale();

createRoot(page).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
      getStyleNonce={getStyleNonce}
    >
      <LocaleProvider initial={locale}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LocaleProvider>
    </MantineProvider>
  </StrictMode>,
);
