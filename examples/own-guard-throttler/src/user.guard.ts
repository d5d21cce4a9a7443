import {
  ForbiddenException,
  Injectable,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import type { Request } from 'express';
import { Users, type User } from './users.js';

export type UserRequest = Request & { user?: User };

/** What is for users who pay. */
const PAID = /^\/v2\/(?:crawl|batch|extract)\b/;

/** The application's own guard, before all routes: its own and those of the library. */
@Injectable()
export class UserGuard implements CanActivate {
  constructor(private readonly users: Users) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<UserRequest>();
    const [, token = ''] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const user = await this.users.byToken(token);
    if (!user) throw new UnauthorizedException();
    if (user.plan === 'free' && PAID.test(request.path)) throw new ForbiddenException('Not in your plan');
    request.user = user;
    return true;
  }
}
