/**
 * The storage of files is away or refuses us. It has no cause and no code of the network: those would be taken for a
 * database that is away.
 */
export class StorageError extends Error {}
