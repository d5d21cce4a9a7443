import { SearchProvider } from './search-provider.port.js';

/**
 * Searches the stored pages of an owner. Drivers whose pages many processes share have one with an index in their store; that of the
 * embedded store has an index in memory.
 */
export abstract class PageSearch extends SearchProvider {
  override get web(): null {
    return null;
  }
}
