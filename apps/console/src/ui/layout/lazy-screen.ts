import { lazyRouteComponent } from '@tanstack/react-router';
import { load } from '../../data/release.ts';

/** A screen in its own chunk, loaded on navigation or preload. */
export const lazyScreen: typeof lazyRouteComponent = (importer, name) => lazyRouteComponent(() => load(importer), name);
