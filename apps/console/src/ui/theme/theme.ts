import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

// Contrast holds WCAG AA: text 4.5 : 1 and the edges of controls 3 : 1 on every ground they stand on, light and dark.

/** The accent. 4 and 7 are the colours of the logo. */
const teal: MantineColorsTuple = [
  '#eef7f6',
  '#dcefed',
  '#b3dbd7',
  '#87c6c0',
  '#5bb5ad',
  '#36978f',
  '#1c7a74',
  '#0f5e5a',
  '#0c4c49',
  '#083836',
];

const gray: MantineColorsTuple = [
  '#f8f9f9',
  '#f1f3f3',
  '#e7eaea',
  '#dce1e0',
  '#c6cdcc',
  '#84908e',
  '#5f6c6a',
  '#485452',
  '#2e3837',
  '#182120',
];

/** From the text of the dark theme (0) down to its ground (7) and what lies below it. */
const dark: MantineColorsTuple = [
  '#e6ebea',
  '#c4cccb',
  '#9ba6a4',
  '#7c8886',
  '#2b3433',
  '#232b2a',
  '#191f1f',
  '#121717',
  '#0e1212',
  '#0a0d0d',
];

const red: MantineColorsTuple = [
  '#fef3f2',
  '#fee4e2',
  '#fecdca',
  '#fda29b',
  '#f97066',
  '#e5483d',
  '#d0342a',
  '#b42318',
  '#912018',
  '#55160c',
];

/** `auto` follows the system. */
export const colorSchemes = ['auto', 'light', 'dark'] as const;

const inter = "'Inter Variable', 'Inter Fallback', system-ui, sans-serif";

export const theme = createTheme({
  colors: { teal, gray, dark, red },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  white: '#ffffff',
  black: '#182120',
  fontFamily: inter,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.333', sm: '1.429', md: '1.429', lg: '1.5', xl: '1.4' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontFamily: inter,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '2rem' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'md',
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: 'none', xl: 'none' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Anchor: { defaultProps: { underline: 'hover', size: 'sm' } },
    Menu: { defaultProps: { transitionProps: { transition: 'fade', duration: 120 } } },
    Tooltip: {
      defaultProps: {
        openDelay: 200,
        events: { hover: true, focus: true, touch: false },
        transitionProps: { duration: 120 },
      },
    },
    PasswordInput: { defaultProps: { visibilityToggleFocusable: true } },
  },
});

/** Mantine's variables, and a few of our own (`--parley-…`). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--parley-ease': 'cubic-bezier(0.2, 0, 0, 1)',
    '--parley-rail': '3.5rem',
  },
  light: {
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-error': red[7],
    '--mantine-color-success': '#067647',
    '--mantine-color-default-border': gray[3],
    '--mantine-color-disabled-color': gray[6],
    '--parley-surface': gray[0],
    '--parley-border': gray[3],
    '--parley-field-border': gray[5],
    '--parley-float-border': gray[4],
    '--parley-focus': teal[6],
    '--parley-halo': 'rgb(15 94 90 / 14%)',
    '--parley-accent-text': teal[7],
    '--parley-accent-tint': teal[1],
    '--parley-danger-tint': red[0],
    '--parley-danger-border': red[2],
    '--parley-danger-halo': 'rgb(180 35 24 / 14%)',
    '--parley-waiting-text': '#92400e',
    '--parley-waiting-tint': '#fef6e4',
    '--parley-waiting-border': '#f5dca8',
    '--parley-note-tint': '#fff8db',
    '--parley-note-border': '#f0e0a0',
    '--parley-ai-text': '#6d28d9',
    '--parley-ai-tint': '#f1ebfd',
    '--parley-ai-border': '#d9c8fa',
    '--parley-bubble': gray[1],
    '--parley-own-bubble': teal[1],
    '--parley-online': '#12925a',
    '--parley-break': '#dc6803',
    '--parley-hover': gray[2],
    '--parley-mark-back': teal[4],
    '--parley-mark-front': teal[7],
    '--parley-chart-before': '#a9c4c1',
    '--parley-heat': teal[7],
    '--parley-heat-text': '#ffffff',
  },
  dark: {
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-error': red[4],
    '--mantine-color-success': '#47cd89',
    '--mantine-color-anchor': '#7fd0c8',
    '--mantine-color-default-border': '#333d3c',
    '--mantine-color-disabled-color': dark[2],
    '--parley-surface': dark[8],
    '--parley-border': dark[4],
    '--parley-field-border': '#67736f',
    '--parley-float-border': '#3d4847',
    '--parley-focus': teal[4],
    '--parley-halo': 'rgb(91 181 173 / 22%)',
    '--parley-accent-text': '#7fd0c8',
    '--parley-accent-tint': '#16302e',
    '--parley-danger-tint': '#2a1614',
    '--parley-danger-border': '#5c2019',
    '--parley-danger-halo': 'rgb(249 112 102 / 22%)',
    '--parley-waiting-text': '#f7c873',
    '--parley-waiting-tint': '#2b2210',
    '--parley-waiting-border': '#56431c',
    '--parley-note-tint': '#292412',
    '--parley-note-border': '#4b4220',
    '--parley-ai-text': '#c4a9ff',
    '--parley-ai-tint': '#251d38',
    '--parley-ai-border': '#4a3a70',
    '--parley-bubble': dark[5],
    '--parley-own-bubble': '#173a37',
    '--parley-online': '#47cd89',
    '--parley-break': '#fdb022',
    '--parley-hover': dark[5],
    '--parley-mark-back': '#8fd3cc',
    '--parley-mark-front': '#1f8a83',
    '--parley-chart-before': '#4d6663',
    '--parley-heat': teal[4],
    '--parley-heat-text': dark[8],
  },
});
