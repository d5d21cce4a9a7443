import { SearchService } from '../services/search/search.service.js';
import type { Feature } from './feature.js';

/** Searches; where they look is the business of drivers. */
export const SEARCH_FEATURE: Feature = { providers: [SearchService], exports: [SearchService] };
