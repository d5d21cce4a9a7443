import type { CommandGroup } from '../command';
import { EXTRACTOR_COMMANDS } from '../extractor/extractor-commands';

const HELP = `Usage: nestjs-web-extract extractor <command> [options]

Extractors are learned from a few pages and read others without a model.

  learn <address> ...    a file of an extractor
  run <file> <address> ...    data of pages, as lines of JSON
  show <file, id or name>     templates and fields
  list                   the extractors of a server
  heal <id or name>      look for lost fields
  remove <id or name>    an extractor of a server

WEB_EXTRACT_SERVER and WEB_EXTRACT_API_KEY name the server and the key.`;

export const extractor: CommandGroup = { help: HELP, commands: EXTRACTOR_COMMANDS };
