import { randomUUID } from 'node:crypto';

/** A name for this process in leases. */
export const newWorkerName = (): string => randomUUID();
