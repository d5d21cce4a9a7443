import type { CommandGroup } from '../command';
import { MONITOR_COMMANDS } from '../monitor/monitor-commands';

const HELP = `Usage: nestjs-web-extract monitor <command> [options]

Monitors check pages, sites and searches by a schedule. They run in a server:
nestjs-web-extract serve, the demo, or your own application with its HTTP API.

  create [<address> ...] a monitor of pages, sites or search results
  list                   the monitors
  get <id>               one of them
  run <id>               a check now
  checks <id>            the checks of a monitor
  check <id> [<check>]   changed pages with their diffs
  pause <id>             no checks until it is resumed
  resume <id>            checks by the schedule again
  delete <id>            the monitor, its checks and its history

WEB_EXTRACT_SERVER and WEB_EXTRACT_API_KEY name the server and the key. In the
folder of serve neither is needed if its .env has WEB_EXTRACT_API_KEYS.`;

export const monitor: CommandGroup = { help: HELP, commands: MONITOR_COMMANDS };
