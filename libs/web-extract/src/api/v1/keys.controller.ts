import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req, UseFilters, UseGuards } from '@nestjs/common'; // prettier-ignore
import type { ApiKey } from '../../model/api-key.js';
import type { Principal } from '../../model/principal.js';
import { KeyService } from '../../services/keys/key.service.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../api-key.guard.js';
import { ErrorFilter } from '../error.filter.js';
import { readBody, toSafeObject } from '../read-body.pipe.js';
import { KeysSwitch, SignUpGuard } from '../sign-up.guard.js';
import { KeyBody } from './dto/key-body.js';

/** A key that was just made, the only time that it is told. */
export interface KeyMadeReply extends KeyReply {
  readonly success: true;
  readonly key: string;
}

export interface KeyReply {
  readonly id: string;
  readonly prefix: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt?: string;
  readonly expiresAt?: string;
}

/** Sign-up, and the keys of one's own. */
@Controller('v1/keys')
@UseGuards(KeysSwitch)
@UseFilters(ErrorFilter)
export class KeysV1Controller {
  constructor(private readonly keys: KeyService) {}

  /** Whoever shows a key gets another one of the same owner, under its limits and until it expires. */
  @Post()
  @HttpCode(200)
  @UseGuards(SignUpGuard)
  async create(@Body() body: unknown, @Req() request: IncomingRequest): Promise<KeyMadeReply> {
    const { name } = readBody(KeyBody, toSafeObject(body ?? {}), 'refuse');
    const made = await this.keys.create({
      ...(name === undefined ? {} : { name }),
      ...inheritance(request.webExtractPrincipal),
    });
    return { success: true, key: made.key, ...presentKey(made) };
  }

  @Get()
  @UseGuards(ApiKeyGuard)
  async list(@Req() request: IncomingRequest): Promise<{ success: true; keys: KeyReply[] }> {
    const keys = await this.keys.list(ownerOf(request));
    return { success: true, keys: keys.map(presentKey) };
  }

  @Delete(':id')
  @UseGuards(ApiKeyGuard)
  async revoke(@Param('id') id: string, @Req() request: IncomingRequest): Promise<{ success: true }> {
    await this.keys.revoke(id, ownerOf(request));
    return { success: true };
  }
}

function inheritance(principal: Principal | undefined): Parameters<KeyService['create']>[0] {
  if (!principal) return {};
  const { owner, key } = principal;
  return key ? { owner, limits: key.limits, expiresAt: key.expiresAt } : { owner, limits: {} };
}

function presentKey({ id, prefix, name, createdAt, lastUsedAt, expiresAt }: ApiKey): KeyReply {
  return {
    id,
    prefix,
    name,
    createdAt: new Date(createdAt).toISOString(),
    ...(lastUsedAt === null ? {} : { lastUsedAt: new Date(lastUsedAt).toISOString() }),
    ...(expiresAt === null ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
  };
}
