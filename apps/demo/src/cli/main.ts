#!/usr/bin/env node
import { runCommandLine } from './run-command-line';

void runCommandLine(process.argv.slice(2)).then((code) => process.exit(code));
