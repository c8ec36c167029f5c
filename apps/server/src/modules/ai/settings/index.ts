export { announceAvailability, find, type LegacyPersona, raiseRevision, type Settings, update } from './service.ts';
