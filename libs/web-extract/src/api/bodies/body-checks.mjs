// Replaces body-checks.js in the ES module build, instead of class-validator and class-transformer. ES modules load all
// imports before their own code runs. Body classes therefore import this file, which records their decorators until the
// packages are needed.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
let packages;
/** Decorator calls recorded before the packages were loaded, in order. */
const waiting = [];

export function loadBodyChecks() {
  if (packages) return packages;
  packages = { ...require('class-validator'), plainToInstance: require('class-transformer').plainToInstance };
  for (const work of waiting.splice(0)) work();
  return packages;
}

export function whenChecksAreLoaded(work) {
  if (packages) work();
  else waiting.push(work);
}

const decorator =
  (name) =>
  (...rule) =>
  (...field) =>
    whenChecksAreLoaded(() => packages[name](...rule)(...field));

export const IsBoolean = decorator('IsBoolean');
export const IsIn = decorator('IsIn');
export const IsInt = decorator('IsInt');
export const IsISO31661Alpha2 = decorator('IsISO31661Alpha2');
export const IsNumber = decorator('IsNumber');
export const IsPositive = decorator('IsPositive');
export const IsString = decorator('IsString');
export const Matches = decorator('Matches');
export const Max = decorator('Max');
export const MaxLength = decorator('MaxLength');
export const Min = decorator('Min');
export const ValidateBy = decorator('ValidateBy');
export const ValidateIf = decorator('ValidateIf');
export const ValidateNested = decorator('ValidateNested');

export const buildMessage =
  (...message) =>
  (...about) =>
    loadBodyChecks().buildMessage(...message)(...about);
export const getMetadataStorage = () => loadBodyChecks().getMetadataStorage();
export const validateSync = (...asked) => loadBodyChecks().validateSync(...asked);
export const plainToInstance = (...asked) => loadBodyChecks().plainToInstance(...asked);
