import { lazyRouteComponent } from '@tanstack/react-router';
import { load } from '../../data/release.ts';

/** A screen whose code is loaded when somebody goes there, or is about to. */
export const lazyScreen: typeof lazyRouteComponent = (importer, name) => lazyRouteComponent(() => load(importer), name);
