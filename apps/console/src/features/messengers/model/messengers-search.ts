export interface MessengersSearch {
  /** The cabinet that Avito's page led back with. */
  cabinet?: number;
  /** Why it led back without one. */
  error?: string;
}

/** The server leads back from Avito's page with one of them. */
export function readMessengersSearch({ cabinet, error }: Record<string, unknown>): MessengersSearch {
  const id = Number(cabinet);
  return {
    ...(Number.isSafeInteger(id) && id > 0 && { cabinet: id }),
    ...(typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) && { error }),
  };
}
