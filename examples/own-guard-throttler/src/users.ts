import { Injectable } from '@nestjs/common';

export interface User {
  readonly id: string;
  readonly plan: 'free' | 'paid';
}

/** Stands for the table of users that your application has. */
@Injectable()
export class Users {
  private readonly byTokens = new Map<string, User>([
    ['token-of-ann', { id: 'ann', plan: 'paid' }],
    ['token-of-bob', { id: 'bob', plan: 'free' }],
  ]);

  async byToken(token: string): Promise<User | null> {
    return this.byTokens.get(token) ?? null;
  }
}
