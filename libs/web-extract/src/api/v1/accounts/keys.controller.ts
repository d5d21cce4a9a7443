import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req, UseFilters, UseGuards } from '@nestjs/common'; // prettier-ignore
import type { ApiKey } from '../../../model/keys/api-key.js';
import { KeyNotAllowedError } from '../../../model/errors.js';
import { isWithin, type KeyScope } from '../../../model/keys/key-scope.js';
import type { Principal } from '../../../model/keys/principal.js';
import { KeyService } from '../../../services/keys/key.service.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../../gate/api-key.guard.js';
import type { Sent } from '../../bodies/body.js';
import { ErrorFilter } from '../../errors/error.filter.js';
import { readBody, toSafeObject } from '../../bodies/read-body.pipe.js';
import { KeysSwitch, SignUpGuard } from '../../gate/sign-up.guard.js';
import { KeyBody } from '../dto/key-body.v1.js';

/** A new key. The key itself is only returned here. */
interface KeyMadeReply extends KeyReply {
  readonly success: true;
  readonly key: string;
}

interface KeyReply {
  readonly id: string;
  readonly prefix: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt?: string;
  readonly expiresAt?: string;
  /** What the key may do. Absent: everything. */
  readonly allow?: KeyScope;
}

/** The keys of one owner. */
interface KeysReply {
  readonly success: true;
  readonly keys: readonly KeyReply[];
}

/** Sign-up, and the keys of one's own. */
@Controller('v1/keys')
@UseGuards(KeysSwitch)
@UseFilters(ErrorFilter)
export class KeysV1Controller {
  constructor(private readonly keys: KeyService) {}

  /** Creates a key. A request with a key creates another one for the same owner, with the same limits and expiry. */
  @Post()
  @HttpCode(200)
  @UseGuards(SignUpGuard)
  async create(@Body() body: Sent<KeyBody>, @Req() request: IncomingRequest): Promise<KeyMadeReply> {
    const { name, allow } = readBody(KeyBody, toSafeObject(body ?? {}), 'refuse');
    const scope = request.webExtractPrincipal?.allow;
    if (allow && scope && !isWithin(allow, scope))
      throw new KeyNotAllowedError('more than itself for another key', scope);
    const made = await this.keys.create({
      ...(name === undefined ? {} : { name }),
      ...((allow ?? scope) ? { allow: allow ?? scope! } : {}),
      ...inheritance(request.webExtractPrincipal),
    });
    return { success: true, key: made.key, ...presentKey(made) };
  }

  /** Lists the keys of the caller's owner, without the secret part. */
  @Get()
  @UseGuards(ApiKeyGuard)
  async list(@Req() request: IncomingRequest): Promise<KeysReply> {
    const keys = await this.keys.list(ownerOf(request));
    return { success: true, keys: keys.map(presentKey) };
  }

  /** Revokes a key in all processes. A limited key may revoke keys that can do no more than itself. */
  @Delete(':id')
  @UseGuards(ApiKeyGuard)
  async revoke(@Param('id') id: string, @Req() request: IncomingRequest): Promise<{ success: true }> {
    const scope = request.webExtractPrincipal?.allow;
    const found = scope && (await this.keys.list(ownerOf(request))).find((key) => key.id === id);
    if (found && !isWithin(found.allow ?? {}, scope))
      throw new KeyNotAllowedError('more than itself: revoke this key with another one', scope);
    await this.keys.revoke(id, ownerOf(request));
    return { success: true };
  }
}

function inheritance(principal: Principal | undefined): Parameters<KeyService['create']>[0] {
  if (!principal) return {};
  const { owner, key } = principal;
  return key ? { owner, limits: key.limits, expiresAt: key.expiresAt } : { owner, limits: {} };
}

function presentKey({ id, prefix, name, createdAt, lastUsedAt, expiresAt, allow }: ApiKey): KeyReply {
  return {
    id,
    prefix,
    name,
    createdAt: new Date(createdAt).toISOString(),
    ...(allow ? { allow } : {}),
    ...(lastUsedAt === null ? {} : { lastUsedAt: new Date(lastUsedAt).toISOString() }),
    ...(expiresAt === null ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
  };
}
