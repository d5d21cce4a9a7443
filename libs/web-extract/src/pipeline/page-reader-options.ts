import type { PageRequest } from '../model/page/page-request.js';
import type { DocumentLimits } from '../convert/documents/document-settings.js';
import type { ContentRule } from '../model/page/conversion.js';
import type { AllowList } from '../web/url/allow-list.js';
import type { RequestToSend } from '../model/hooks/hooks.js';
import type { HopHeaders } from '../ports/fetcher.port.js';
import type { ResponseCache } from './freshness/response-cache.js';
import type { SessionReader } from './session-reader.js';
import type { Equipment } from './missing-features.js';

/** What the pipeline needs besides its stages. */
export interface PageReaderOptions extends Equipment {
  /** Longest time for one page in milliseconds when the request states none. */
  readonly timeoutMs: number;
  /** Ceiling of what a request may state; none when absent. */
  readonly maxTimeoutMs?: number;
  readonly contentRules: readonly ContentRule[];
  /** Largest content of a page that the host has open, in bytes. Absent: without a bound. */
  readonly maxBodyBytes?: number;
  /** How large documents may be, and how they are read. */
  readonly documents: DocumentLimits;
  /** Which addresses outside the open Internet may be read. */
  readonly allowed: AllowList;
  /** Asked before every hop; throws when the hop may not be fetched. Absent: robots.txt is not consulted. */
  readonly validateHop?: (url: string, owner?: string) => Promise<void>;
  /** Asked after `validateHop`: headers for this hop; throws when the hop may not be fetched. */
  readonly beforeRequest?: (
    request: Omit<RequestToSend, 'signal'>,
    signal: AbortSignal,
  ) => Promise<HopHeaders | undefined>;
  /** Reads pages with sessions; absent where there are none. */
  readonly sessions?: SessionReader;
  /** Finds the program of the extractor of a request, as JSON; null if there is none. Absent where there are no extractors. */
  readonly programOf?: (request: PageRequest) => Promise<string | null>;
  /** Stored responses; absent where nothing is cached. */
  readonly cache?: ResponseCache;
}
