import type { Provider } from '@nestjs/common';
import { ModuleRef, ModulesContainer } from '@nestjs/core';
import type { WebExtractStaticOptions } from '../model/options.js';
import { ChangeSource } from '../services/handlers/sources/change-source.js';
import { CrawlEndSource } from '../services/handlers/sources/crawl-end-source.js';
import { HandledJobs } from '../services/handlers/sources/handled-jobs.js';
import { HandlerLags } from '../services/handlers/handler-lags.js';
import { HandlerFinder } from '../services/handlers/handler-finder.js';
import { FirstCursors } from '../services/handlers/first-cursors.js';
import { HandlerRegistration } from '../services/handlers/handler-registration.js';
import { HandlerRegistry } from '../services/handlers/handler-registry.js';
import { HandlerRunner } from '../services/handlers/handler-runner.js';
import { HandlerService } from '../services/handlers/handler.service.js';
import { HandlerSources } from '../services/handlers/sources/handler-sources.js';
import { HandlerWork } from '../services/handlers/handler-work.js';
import { LostItems } from '../services/handlers/sources/lost-items.js';
import { PageData } from '../services/handlers/page-data.js';
import { PageSource } from '../services/handlers/sources/page-source.js';
import { RetainedResults } from '../services/handlers/sources/retained-results.js';
import type { Feature } from './feature.js';
import { NestHandlerFinder } from './nest.handler-finder.js';
import { usableModules } from '../api/usable-modules.js';

/** Methods of the application that receive pages, changes and ends of jobs. A process with the role `api` calls none. */
export const handlersFeature = ({ role }: WebExtractStaticOptions): Feature => ({
  providers: [
    {
      provide: HandlerFinder,
      useFactory: (modules: ModulesContainer, reference: ModuleRef) =>
        new NestHandlerFinder(usableModules(modules, reference), role !== 'api'),
      inject: [ModulesContainer, ModuleRef],
    },
    HandlerRegistry,
    PageData,
    PageSource,
    ChangeSource,
    RetainedResults,
    CrawlEndSource,
    HandlerSources,
    HandledJobs,
    HandlerLags,
    HandlerService,
    ...(role === 'api' ? [] : AT_WORK),
  ],
  exports: [HandlerService],
});

/** Background services that call handlers while the application runs. */
const AT_WORK: readonly Provider[] = [
  FirstCursors,
  HandlerRegistration,
  HandlerWork,
  LostItems,
  HandlerRunner,
];
