/**
 * Loads a module of the host, of either format. A compiler that makes CommonJS would make a `require` of it, which refuses some ES
 * modules; so it is written by hand and copied beside each build.
 */
export declare function importModule(address: string): Promise<Readonly<Record<string, unknown>>>;
