import { withoutQuery, withoutSlashes } from '../../model/cut-text.js';

/** The parts of a request, Express' or Fastify's, that its own address is rebuilt from. */
export interface AddressedRequest {
  readonly protocol: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly originalUrl: string;
  /** Host and port as the platform reports them, proxies considered where the host trusts them. */
  readonly host?: string;
}

/**
 * The address of this request as its client can reach it, without the query.
 *
 * Scheme and host are those the platform reports (its trust-proxy setting decides about forwarded headers), or those of
 * `publicUrl`.
 */
export function publicAddress(request: AddressedRequest, publicUrl: string | undefined): string {
  const path = withoutSlashes(withoutQuery(request.originalUrl));
  const base = publicUrl ?? `${request.protocol}://${hostOf(request)}`;
  return withoutSlashes(base) + path;
}

function hostOf({ host, headers }: AddressedRequest): string {
  return host ?? String(headers['host'] ?? 'localhost');
}
