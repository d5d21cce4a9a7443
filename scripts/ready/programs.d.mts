/** The path of the first of the programs that is on PATH; null if there is none. */
export function findProgram(...names: string[]): string | null;
