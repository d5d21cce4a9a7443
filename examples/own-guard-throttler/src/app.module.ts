import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { seconds, ThrottlerModule } from '@nestjs/throttler';
import { WebExtractModule } from 'nestjs-web-extract';
import { MeController } from './me.controller.js';
import { UserThrottlerGuard } from './user-throttler.guard.js';
import { UserGuard } from './user.guard.js';
import { Users } from './users.js';
import { UsersModule } from './users.module.js';

@Module({
  imports: [
    UsersModule,
    ThrottlerModule.forRoot([{ ttl: seconds(60), limit: Number(process.env['REQUESTS_A_MINUTE'] ?? 30) }]),
    WebExtractModule.forRootAsync({
      imports: [UsersModule],
      inject: [Users],
      controllers: ['v2'],
      useFactory: (users: Users) => ({
        // The library asks for the user as well: jobs belong to whom it names, also where no guard is asked (a watch over a WebSocket).
        auth: { validate: async (token) => ownerOf(await users.byToken(token)) },
        dataDir: process.env['DATA_DIR'] ?? '.data',
        allowPrivate: process.env['ALLOW_PRIVATE']?.split(',') ?? [],
      }),
    }),
  ],
  controllers: [MeController],
  providers: [
    { provide: APP_GUARD, useClass: UserGuard }, // in this order
    { provide: APP_GUARD, useClass: UserThrottlerGuard },
  ],
})
export class AppModule {}

const ownerOf = (user: { id: string } | null) => user !== null && { owner: user.id };
