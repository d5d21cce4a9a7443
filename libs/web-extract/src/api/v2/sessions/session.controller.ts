import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, UseFilters, UseGuards } from '@nestjs/common'; // prettier-ignore
import { SessionService } from '../../../services/sessions/session.service.js';
import type { AcceptedSession } from '../../../model/session/session.js';
import type { Asked, Sent } from '../../bodies/body.js';
import { signalOf } from '../../client/signal-of.js';
import { ErrorFilterV2 } from '../../errors/error.filter.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../../gate/api-key.guard.js';
import type { SessionBodyV2, SessionChangeV2, SessionCheckBodyV2 } from '../dto/session-body.v2.js';
import type {
  SessionCheckReplyV2,
  SessionListV2,
  SessionRemovedV2,
  SessionReplyV2,
} from './session.answers.js';
import { readCheck, readForget, readSession, type SessionRemovalQueryV2 } from './session.requests.js';

@Controller('v2/sessions')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilterV2)
export class SessionV2Controller {
  constructor(private readonly sessions: SessionService) {}

  /** Creates a session for pages behind a login; 409 if it exists. */
  @Post()
  @HttpCode(200)
  async create(@Body() body: Sent<SessionBodyV2>, @Req() request: IncomingRequest): Promise<SessionReplyV2> {
    return reply(await this.sessions.create(readSession(body), { owner: ownerOf(request) }));
  }

  /** Lists the sessions of the caller. */
  @Get()
  async list(@Req() request: IncomingRequest): Promise<SessionListV2> {
    return { success: true, data: await this.sessions.list({ owner: ownerOf(request) }) };
  }

  /** Returns a session without its values. */
  @Get(':name')
  async get(@Param('name') name: string, @Req() request: IncomingRequest): Promise<SessionReplyV2> {
    return { success: true, data: await this.sessions.get(name, { owner: ownerOf(request) }) };
  }

  /** Creates a session, or replaces all of it. */
  @Put(':name')
  async put(
    @Param('name') name: string,
    @Body() body: Sent<SessionChangeV2>,
    @Req() request: IncomingRequest,
  ): Promise<SessionReplyV2> {
    return reply(await this.sessions.put(name, readSession(body, name), { owner: ownerOf(request) }));
  }

  /** Removes a session; pages of its running jobs fail. */
  @Delete(':name')
  @HttpCode(200)
  async remove(
    @Param('name') name: string,
    @Query() query: Asked<SessionRemovalQueryV2>,
    @Req() request: IncomingRequest,
  ): Promise<SessionRemovedV2> {
    await this.sessions.remove(name, { owner: ownerOf(request), forget: readForget(query) });
    return { success: true };
  }

  /** Tells whether a session is valid, and logs in if it is not and `renew` is true. */
  @Post(':name/check')
  @HttpCode(200)
  async check(
    @Param('name') name: string,
    @Body() body: Sent<SessionCheckBodyV2>,
    @Req() request: IncomingRequest,
  ): Promise<SessionCheckReplyV2> {
    const { renew } = readCheck(body);
    const data = await this.sessions.check(name, { owner: ownerOf(request), renew }, signalOf(request));
    return { success: true, data };
  }
}

function reply({ session, warnings }: AcceptedSession): SessionReplyV2 {
  const warning = warnings.join('. ');
  return { success: true, data: session, ...(warning === '' ? {} : { warning }) };
}
