/** The console is served from the same address as the API. */
export const apiAddress = `${location.origin}/api`;
