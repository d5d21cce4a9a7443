/**
 * Loads a module of the host in either format. Compilers that emit CommonJS would turn it into `require`, which
 * rejects some ES
 * modules; so both versions are handwritten and copied to their builds.
 */
export declare function importModule(address: string): Promise<Readonly<Record<string, unknown>>>;
