import { AccountAnswers } from '../api/account-answers.js';
import { ActivityRecorder } from '../api/activity/activity-recorder.js';
import { ApiKeyGuard } from '../api/gate/api-key.guard.js';
import { BodyStores } from '../api/gate/pre-auth-body-guard.js';
import { KeyWatch } from '../api/gate/key-watch.js';
import { Mount, MountSettings } from '../api/mounting/mount.js';
import { mountControllers } from '../api/mounting/mounted-controllers.js';
import { RouteRegistry } from '../api/mounting/route-registry.js';
import { JobStreams } from '../api/stream/job-streams.js';
import { UploadFolder } from '../api/uploads/upload-folder.js';
import { CrawlAnswersV1 } from '../api/v1/crawls/crawl-answers.v1.js';
import { CrawlAnswersV2 } from '../api/v2/crawls/crawl-answers.v2.js';
import { WatchServer } from '../api/watch/watch-server.js';
import { ResolvedOptions, type ApiVersion, type WebExtractStaticOptions } from '../model/options.js';
import { ActivityService } from '../services/activity/activity.service.js';
import { AnswerBytes } from '../services/memory/answer-bytes.js';
import { RequestBytes } from '../services/memory/request-bytes.js';
import { documented } from './documented-routes.js';
import type { Feature } from './feature.js';

/**
 * Mounts the configured API versions. Without any, neither the controllers nor the packages for validating
 * bodies are loaded.
 */
export function httpApiFeature(options: WebExtractStaticOptions): Feature {
  const versions = versionsOf(options);
  if (versions.length === 0) return { providers: [] };
  const { prefix = '', reader: hasReader = options.controllers === undefined } = options;
  const { controllers, providers: answers, marks } = mountControllers(versions, { prefix, hasReader });
  const providers = [
    { provide: RouteRegistry, useFactory: () => new RouteRegistry(marks) },
    ApiKeyGuard,
    KeyWatch,
    AccountAnswers,
    ActivityRecorder,
    ActivityService,
    CrawlAnswersV1,
    CrawlAnswersV2,
    ...answers,
    JobStreams,
    { provide: MountSettings, useFactory: mountSettings, inject: [ResolvedOptions] },
    UploadFolder,
    {
      provide: BodyStores,
      useFactory: (bytes: RequestBytes, answers: AnswerBytes, folder: UploadFolder): BodyStores => ({
        bytes,
        answers,
        folder,
      }),
      inject: [RequestBytes, AnswerBytes, UploadFolder],
    },
    Mount,
    WatchServer,
    documented(controllers, prefix),
  ];
  return { controllers, providers };
}

function mountSettings({ handleUnknownRoutes, documents }: ResolvedOptions): MountSettings {
  return { handleUnknownRoutes, hasHealth: true, maxBodyBytes: documents.maxBytes };
}

function versionsOf({
  controllers = ['v0', 'v1', 'v2'],
  role,
}: WebExtractStaticOptions): readonly ApiVersion[] {
  return controllers === false || role === 'worker' ? [] : controllers;
}
