import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Mail, Mailer } from 'nestjs-web-extract/monitors';
import { createTransport } from 'nodemailer';
import { settings } from './settings.js';

/** Sends the mails of monitors by SMTP. */
@Injectable()
export class SmtpMailer implements Mailer, OnApplicationShutdown {
  private readonly transport = createTransport({
    url: settings.smtpUrl,
    connectionTimeout: settings.smtpTimeoutMs,
    greetingTimeout: settings.smtpTimeoutMs,
    socketTimeout: settings.smtpTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  async send({ to, subject, text, html }: Mail): Promise<void> {
    await this.transport.sendMail({
      from: settings.sender,
      to: { name: '', address: to }, // an object is one address and is not parsed as a list
      subject,
      text,
      html,
      headers: { 'Auto-Submitted': 'auto-generated' }, // no out-of-office replies, RFC 3834
    });
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}
