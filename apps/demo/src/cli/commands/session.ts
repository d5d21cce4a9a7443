import type { CommandGroup } from '../command';
import { SESSION_COMMANDS } from '../session/session-commands';

const HELP = `Usage: nestjs-web-extract session <command> [options]

Sessions are logins that a server reads pages with: nestjs-web-extract serve,
the demo, or your own application with its HTTP API. Values are never shown.

  create <name>          a session, from cookies or with a login
  list                   the sessions of the key
  get <name>             one of them
  check <name>           whether it is valid; --renew logs in if it is not
  remove <name>          the session; --forget also deletes texts of its pages

WEB_EXTRACT_SERVER and WEB_EXTRACT_API_KEY name the server and the key. In the
folder of serve neither is needed if its .env has WEB_EXTRACT_API_KEYS.`;

export const session: CommandGroup = { help: HELP, commands: SESSION_COMMANDS };
