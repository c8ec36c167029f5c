/**
 * File storage is unreachable or refuses us. It has no cause or code: the kernel would take those of the network for an
 * unreachable database.
 */
export class StorageError extends Error {}
