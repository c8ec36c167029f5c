export { type Cluster, openCluster } from './cluster.ts';
export type { Home } from './home.ts';
