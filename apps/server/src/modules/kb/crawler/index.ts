export { findStatus } from './store/runs.ts';
