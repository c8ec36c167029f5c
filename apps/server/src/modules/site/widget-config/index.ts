export { findWidget, read } from './service.ts';
