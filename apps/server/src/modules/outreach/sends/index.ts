export { sendAlert } from './alerts.ts';
export { checkNeverEmpty, checkVariables, checkWindow } from './checks.ts';
export { halt, startSends } from './engine.ts';
export type { Claimed, HandedOver, KindOfSend } from './kinds.ts';
export { metricsOf } from './metrics.ts';
export * as sends from './service.ts';
export { find as findSend, type Send } from './store.ts';
export type { SharedSettings } from './tables.ts';
export { isWithin } from './window.ts';
