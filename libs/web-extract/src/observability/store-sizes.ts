import type { ModuleRef } from '@nestjs/core';
import { ResolvedOptions } from '../model/options.js';
import { PageCache } from '../ports/stores/page-cache.port.js';
import { PageHistory, type HistoryUsage } from '../ports/stores/page-history.port.js';
import { ofApplication } from '../services/of-application.js';

const PORTS = { history: PageHistory, cache: PageCache } as const;

/** Store of data about pages between visits, named by its option. */
export type StoreName = keyof typeof PORTS;

/** Size of a store of the registration. */
export interface StoreSize {
  /** Name in OpenTelemetry notation. */
  readonly name: string;
  readonly help: string;
  /** Returns the size in bytes; null if the store is unavailable. */
  read(): Promise<number | null>;
}

const SIZES = [
  { store: 'history', name: 'web_extract.history.size', help: 'Stored bytes of page histories, of all processes on the same store' },
  { store: 'cache', name: 'web_extract.cache.size', help: 'Stored bytes of cached responses, of all processes on the same store' },
] as const; // prettier-ignore

/** Returns the history or the cache of the registration; null if it is disabled. */
export function storeOf(modules: ModuleRef, name: StoreName): { usage(): Promise<HistoryUsage> } | null {
  if (ofApplication(modules, ResolvedOptions)[name] === null) return null; // drivers of the host exist even so
  return ofApplication(modules, PORTS[name] as never);
}

/** Returns the sizes of the history and the cache, as far as they are enabled. */
export function storeSizes(modules: ModuleRef): readonly StoreSize[] {
  return SIZES.flatMap(({ store: of, name, help }) => {
    const store = storeOf(modules, of);
    if (store === null) return [];
    const read = () => store.usage().then(({ bytes }) => bytes, () => null); // prettier-ignore
    return [{ name, help, read }];
  });
}
