import { SearchService } from '../services/search/search.service.js';
import type { Feature } from './feature.js';

/** Searches; the search providers are drivers. */
export const SEARCH_FEATURE: Feature = { providers: [SearchService], exports: [SearchService] };
