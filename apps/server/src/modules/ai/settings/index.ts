export {
  announceAvailability,
  find,
  followEmbeddingModel,
  type LegacyPersona,
  raiseRevision,
  type Settings,
  update,
} from './service.ts';
