import { Injectable, type CanActivate, type ExecutionContext, type OnModuleInit } from '@nestjs/common';
import { UnauthorizedError } from '../../model/errors.js';
import type { Principal } from '../../model/keys/principal.js';
import type { KeyScope } from '../../model/keys/key-scope.js';
import { KeyRing } from '../../ports/key-ring.port.js';
import type { KeptBody } from '../bodies/kept-body.js';
import { markOfHandler } from '../mounting/route-metadata.js';
import type { Upload } from '../uploads/upload.js';
import { requireFormats, requireGroup, scopedRoute } from './require-scope.js';

/** A request as the guard needs it, of Express or Fastify. */
export interface IncomingRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  webExtractPrincipal?: Principal;
  /** Fires when the client leaves before its answer is written. */
  webExtractClient?: AbortSignal;
  /** Upload of a route that accepts files. */
  webExtractUpload?: Upload;
  /** Body of a route that parses it itself. */
  webExtractBody?: KeptBody;
}

/** Everyone, when the host opened the API. */
const ANYONE: Principal = { owner: 'anyone' };

/** Lets a request pass when its bearer key is accepted, and remembers who sent it. */
@Injectable()
export class ApiKeyGuard implements CanActivate, OnModuleInit {
  constructor(private readonly keys: KeyRing) {}

  onModuleInit(): void {
    this.keys.announce();
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingRequest & { readonly body?: unknown }>();
    await this.admit(request);
    const scope = request.webExtractPrincipal?.allow;
    if (scope) this.requireScope(scope, context, request.body);
    return true;
  }

  /** @throws KeyNotAllowedError */
  private requireScope(scope: KeyScope, context: ExecutionContext, body: unknown): void {
    const mark = markOfHandler(context.getHandler());
    if (!mark) return; // a route of the host
    const route = scopedRoute(mark.path.slice(mark.base.length));
    if (route.group === null) return;
    requireGroup(scope, route.group);
    // the reader checks its format itself: it is in the query or a header
    if (!mark.isText && body !== undefined && body !== null)
      requireFormats(scope, { ...route, group: route.group }, body);
  }

  /** Authenticates a request; repeated calls for the same request have no effect. @throws UnauthorizedError */
  async admit(request: IncomingRequest): Promise<void> {
    request.webExtractPrincipal ??= this.keys.isOpen ? ANYONE : await this.principalOf(request);
  }

  /** Identifies the key of an admitted request together with its owner; null where no key is required. */
  nameOf(request: IncomingRequest): string | null {
    if (this.keys.isOpen) return null;
    return `${ownerOf(request)} ${bearerKey(request.headers['authorization'])}`;
  }

  /**
   * True if the key of an admitted request is still accepted and belongs to the same owner. Does not count as a request
   * of the key.
   * @throws UnavailableError, and errors of `auth.validate` other than a refusal
   */
  async isStillAccepted(request: IncomingRequest): Promise<boolean> {
    if (this.keys.isOpen) return true;
    const key = bearerKey(request.headers['authorization']);
    if (key === null) return false;
    try {
      return (await this.keys.recheck(key))?.owner === ownerOf(request);
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  }

  private async principalOf(request: IncomingRequest): Promise<Principal> {
    const key = bearerKey(request.headers['authorization']);
    if (key === null) throw new UnauthorizedError('Token missing');
    const principal = await this.keys.find(key);
    if (!principal) throw new UnauthorizedError('Invalid token');
    return principal;
  }
}

/** Hosts may refuse a key with an error of their own. */
function isRefusal(error: unknown): boolean {
  if (error instanceof UnauthorizedError) return true;
  const { getStatus } = Object(error) as { getStatus?: () => unknown };
  const status = typeof getStatus === 'function' ? getStatus.call(error) : undefined;
  return status === 401 || status === 403;
}

/** @see RFC 6750, section 2.1; the scheme's name is case-insensitive (RFC 9110, section 11.1) */
function bearerKey(header: string | readonly string[] | undefined): string | null {
  const match = typeof header === 'string' ? /^bearer +([^\s,]+) *$/i.exec(header) : null;
  return match?.[1] ?? null;
}

/** Owner of an admitted request. */
export function ownerOf(request: IncomingRequest): string {
  return (request.webExtractPrincipal ?? ANYONE).owner;
}
