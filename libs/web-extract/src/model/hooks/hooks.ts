import type { RunKind } from '../events.js';

/** A link that a crawl is about to follow. */
export interface LinkToFollow {
  readonly url: string;
  /** The page with the link; for a URL of a sitemap null. */
  readonly foundOn: string | null;
  /** Text of the link; empty for a URL of a sitemap. */
  readonly text: string;
  /** Number of links from the start page. */
  readonly hops: number;
  readonly job: HookJob;
  /** Aborts after `limits.hookTimeoutMs`, and when the page is abandoned. */
  readonly signal: AbortSignal;
}

/** The job of a link. */
export interface HookJob {
  readonly id: string;
  readonly kind: 'crawl' | 'batch' | 'extract';
  readonly owner: string;
  /** The URL that the job was started with. */
  readonly url: string;
}

/** A request that is about to be sent for a page. */
export interface RequestToSend {
  /** The URL of this request; of a redirect its target. */
  readonly url: string;
  /** The URL of the page, before redirects. */
  readonly requestedUrl: string;
  readonly owner: string;
  readonly kind: RunKind;
  /** Id of the job; null for a page without a job. */
  readonly jobId: string | null;
  /** Aborts after `limits.hookTimeoutMs`, and when the page is abandoned. */
  readonly signal: AbortSignal;
}

/** What `beforeRequest` decides. Nothing: the request is sent as it is. */
export type RequestDecision =
  | { readonly headers: Readonly<Record<string, string>> }
  /** The page fails with REQUEST_REFUSED and this reason, which its caller receives. */
  | { readonly refuse: string };

/** Decides whether a crawl follows a link that is in its scope. */
export type ShouldFollow = (link: LinkToFollow) => boolean | Promise<boolean>;

/** Adds headers to a request of a page, or refuses it. */
export type BeforeRequest = (
  request: RequestToSend,
) => RequestDecision | void | Promise<RequestDecision | void>;
