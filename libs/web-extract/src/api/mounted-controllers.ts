import { Controller, VERSION_NEUTRAL, type Type } from '@nestjs/common';
import type { ApiVersion } from '../model/options.js';
import type { BodyKind } from './body-gate.js';
import { HealthV0Controller } from './health.controller.js';
import { keepReplies } from './keep-reply.js';
import { joinPath, markRoutes, type RouteMark } from './route-mark.js';
import { CrawlV0Controller } from './v0/crawl.controller.js';
import { SearchV0Controller } from './v0/search.controller.js';
import { V0Controller } from './v0/v0.controller.js';
import { AccountV1Controller } from './v1/account.controller.js';
import { BatchV1Controller } from './v1/batch.controller.js';
import { CrawlV1Controller } from './v1/crawl.controller.js';
import { ExtractV1Controller } from './v1/extract.controller.js';
import { KeysV1Controller } from './v1/keys.controller.js';
import { MapV1Controller } from './v1/map.controller.js';
import { ParseV1Controller } from './v1/parse.controller.js';
import { SearchV1Controller } from './v1/search.controller.js';
import { V1Controller } from './v1/v1.controller.js';
import { AccountV2Controller } from './v2/account.controller.js';
import { BatchV2Controller } from './v2/batch.controller.js';
import { CrawlV2Controller } from './v2/crawl.controller.js';
import { ExtractV2Controller } from './v2/extract.controller.js';
import { MapV2Controller } from './v2/map.controller.js';
import { ParseV2Controller } from './v2/parse.controller.js';
import { ScrapeV2Controller } from './v2/scrape.controller.js';
import { SearchV2Controller } from './v2/search.controller.js';

interface MountedController {
  /** Below the prefix. */
  readonly path: string;
  readonly controller: Type<object>;
  /** Answers without a key. */
  readonly isOpen?: boolean;
  /** @default 'json' */
  readonly body?: BodyKind;
}

const VERSIONS: Readonly<Record<ApiVersion, readonly MountedController[]>> = {
  v0: [
    { path: 'v0', controller: V0Controller },
    { path: 'v0', controller: CrawlV0Controller },
    { path: 'v0', controller: SearchV0Controller },
    { path: 'v0/health', controller: HealthV0Controller, isOpen: true },
  ],
  v1: [
    { path: 'v1', controller: V1Controller },
    { path: 'v1/crawl', controller: CrawlV1Controller },
    { path: 'v1/batch/scrape', controller: BatchV1Controller },
    { path: 'v1/extract', controller: ExtractV1Controller },
    { path: 'v1', controller: MapV1Controller },
    { path: 'v1', controller: SearchV1Controller },
    { path: 'v1', controller: AccountV1Controller },
    { path: 'v1/keys', controller: KeysV1Controller, isOpen: true },
    { path: 'v1', controller: ParseV1Controller, body: 'upload' },
  ],
  v2: [
    { path: 'v2', controller: ScrapeV2Controller },
    { path: 'v2/crawl', controller: CrawlV2Controller },
    { path: 'v2/batch/scrape', controller: BatchV2Controller },
    { path: 'v2/extract', controller: ExtractV2Controller },
    { path: 'v2', controller: MapV2Controller },
    { path: 'v2', controller: SearchV2Controller },
    { path: 'v2', controller: AccountV2Controller },
    { path: 'v2', controller: ParseV2Controller, body: 'upload' },
  ],
};

/** The controllers of one registration of the module, and how their routes are recognised. */
export interface Mounting {
  readonly controllers: readonly Type<unknown>[];
  readonly marks: readonly RouteMark[];
}

/**
 * Makes the controllers of one registration: subclasses of their own, so that several registrations in one application
 * live under different prefixes, and outside of the host's URI versioning.
 */
export function mountControllers(versions: readonly ApiVersion[], prefix: string): Mounting {
  const mounted = [...new Set(versions)]
    .flatMap((version) => VERSIONS[version])
    .map((entry) => mountAt(prefix, entry));
  return {
    controllers: mounted.map(({ controller }) => controller),
    marks: mounted.flatMap(({ marks }) => marks),
  };
}

function mountAt(prefix: string, { path, controller, isOpen = false, body = 'json' }: MountedController) {
  class Mounted extends controller {}
  Object.defineProperty(Mounted, 'name', { value: controller.name });
  Controller({ path: joinPath(prefix, path).slice(1), version: VERSION_NEUTRAL })(Mounted);
  const marks = markRoutes(Mounted, { base: joinPath(prefix), isOpen, body });
  keepReplies(Mounted);
  return { controller: Mounted, marks };
}
