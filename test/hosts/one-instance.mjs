// A class imported and the same class required must be one, else an injection token is not found.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import * as imported from 'nestjs-web-extract';

const required = createRequire(import.meta.url)('nestjs-web-extract');
assert.equal(required.ScrapeService, imported.ScrapeService);
assert.equal(required.WebExtractModule, imported.WebExtractModule);
