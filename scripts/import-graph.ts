/** Each source file of the repository with the files it imports, as paths from the root. */
export type ImportGraph = Map<string, string[]>;
