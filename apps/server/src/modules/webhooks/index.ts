export { legacyCourier, nativeCourier } from './couriers.ts';
export { routes } from './routes.ts';
