import { Controller, Inject, VERSION_NEUTRAL, type Type } from '@nestjs/common';
import type { ApiVersion } from '../../model/options.js';
import { ReaderController } from '../reader/reader.controller.js';
import { V0 } from '../v0/v0.controllers.js';
import { V1 } from '../v1/v1.controllers.js';
import { MonitorAnswers } from '../v2/monitors/monitor-answers.js';
import { V2 } from '../v2/v2.controllers.js';
import { loadBodyChecks } from '../bodies/body-checks.js';
import { ActivityRecorder } from '../activity/activity-recorder.js';
import { sendRawReplies, RECORDER } from './raw-reply.js';
import type { MountedController } from './mounted-controller.js';
import { joinPath, markRoutes, type RouteMetadata } from './route-metadata.js';

const VERSIONS: Readonly<Record<ApiVersion, readonly MountedController[]>> = { v0: V0, v1: V1, v2: V2 };

/** Pages as markdown by `GET`, outside the versions. */
const READER: MountedController = { path: 'r', controller: ReaderController, isText: true };

/** The controllers of one registration of the module, and how their routes are recognised. */
interface Mounting {
  readonly controllers: readonly Type<unknown>[];
  /** Providers of the controllers that load the packages for validating bodies. */
  readonly providers: readonly Type<unknown>[];
  readonly marks: readonly RouteMetadata[];
}

/**
 * Makes the controllers of one registration: subclasses of their own, so that several registrations in one application
 * live under different prefixes, and outside of the host's URI versioning.
 */
export function mountControllers(
  versions: readonly ApiVersion[],
  { prefix, hasReader }: { readonly prefix: string; readonly hasReader: boolean },
): Mounting {
  loadBodyChecks();
  const ofVersions = [...new Set(versions)].flatMap((version) => VERSIONS[version]);
  const mounted = [...ofVersions, ...(hasReader ? [READER] : [])].map((entry) => mountAt(prefix, entry));
  return {
    controllers: mounted.map(({ controller }) => controller),
    providers: [MonitorAnswers],
    marks: mounted.flatMap(({ marks }) => marks),
  };
}

function mountAt(prefix: string, entry: MountedController) {
  const { path, controller, isOpen = false, body = 'json', isText = false } = entry;
  class Mounted extends controller {}
  Inject(ActivityRecorder)(Mounted.prototype, RECORDER);
  Object.defineProperty(Mounted, 'name', { value: controller.name });
  Controller({ path: joinPath(prefix, path).slice(1), version: VERSION_NEUTRAL })(Mounted);
  const marks = markRoutes(Mounted, { base: joinPath(prefix), isOpen, body, isText });
  sendRawReplies(Mounted);
  return { controller: Mounted, marks };
}
