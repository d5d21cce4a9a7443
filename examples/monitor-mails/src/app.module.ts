import { Module } from '@nestjs/common';
import { WebExtractModule } from 'nestjs-web-extract';
import { MailModule } from './mail.module.js';
import { settings } from './settings.js';
import { SmtpMailer } from './smtp-mailer.js';

@Module({
  imports: [
    WebExtractModule.forRootAsync({
      imports: [MailModule],
      inject: [SmtpMailer],
      controllers: ['v2'],
      useFactory: (mailer: SmtpMailer) => ({
        auth: { keys: settings.keys },
        dataDir: settings.dataDir,
        allowPrivate: settings.allowPrivate,
        monitors: {
          mailer,
          allowRecipient: (_owner: string, address: string) => settings.domains.includes(domainOf(address)),
        },
      }),
    }),
  ],
})
export class AppModule {}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
