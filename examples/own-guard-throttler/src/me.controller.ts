import { Controller, Get, Req } from '@nestjs/common';
import { CrawlService } from 'nestjs-web-extract';
import type { UserRequest } from './user.guard.js';

/** A route of the application itself: what the user's crawls are doing. */
@Controller('me')
export class MeController {
  constructor(private readonly crawls: CrawlService) {}

  @Get()
  async me(@Req() { user }: UserRequest) {
    const jobs = await this.crawls.recent(user!.id);
    return {
      ...user,
      crawls: jobs.map(({ id, status, counters }) => ({ id, status, pages: counters.pages })),
    };
  }
}
