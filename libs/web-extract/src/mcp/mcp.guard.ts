import { ForbiddenException, Injectable } from '@nestjs/common';
import { ApiKeyGuard, type IncomingRequest } from '../api/gate/api-key.guard.js';
import { requireGroup } from '../api/gate/require-scope.js';
import type { Principal } from '../model/keys/principal.js';
import { KeyRing } from '../ports/key-ring.port.js';
import { Core } from './core.js';
import { isAllowedOrigin } from './is-allowed-origin.js';
import { McpSettings } from './mcp.options.js';

/** The key ring of the application, which is there when requests are. */
class CoreKeyRing extends KeyRing {
  constructor(private readonly core: Core) {
    super();
  }

  get isOpen(): boolean {
    return this.core.keys.isOpen;
  }

  announce(): void {
    this.core.keys.announce();
  }

  find(key: string): Promise<Principal | null> {
    return this.core.keys.find(key);
  }

  override recheck(key: string): Promise<Principal | null> {
    return this.core.keys.recheck(key);
  }
}

/** Lets a request pass when its key is accepted, and no page of a stranger sent it. */
@Injectable()
export class McpGuard extends ApiKeyGuard {
  constructor(
    private readonly core: Core,
    private readonly settings: McpSettings,
  ) {
    super(new CoreKeyRing(core));
  }

  /** @throws UnauthorizedError, ForbiddenException */
  override async admit(request: IncomingRequest): Promise<void> {
    await super.admit(request);
    requireGroup(request.webExtractPrincipal?.allow, 'mcp');
    const { origin, host } = request.headers;
    if (origin === undefined) return;
    const known = { host: String(host ?? ''), publicUrl: this.core.options.publicUrl };
    if (!isAllowedOrigin(String(origin), known, this.settings.allowedOrigins)) throw new ForbiddenException();
  }
}
