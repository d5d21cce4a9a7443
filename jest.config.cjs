const { availableParallelism, totalmem } = require('node:os');

/** Specs over HTTP wait more than they compute. A process that ran many of them has 650 MB, and the programs that it starts 400 MB. */
const WORKERS_A_PROCESSOR = 2;
const BYTES_A_WORKER = 1.2e9;

const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
const workers = Math.min(WORKERS_A_PROCESSOR * availableParallelism(), memory / BYTES_A_WORKER);

/** Decides about the platform of specs, see test/support/platforms.ts: the same in all processes of a run. */
process.env.TEST_DAY ??= new Date().toISOString().slice(0, 10);

/** @type {import('jest').Config} */
module.exports = {
  rootDir: '.',
  testEnvironment: '<rootDir>/test/setup/one-realm/environment.cjs',
  runtime: '<rootDir>/test/setup/one-realm/runtime.cjs',
  testMatch: [
    '<rootDir>/libs/*/src/**/*.spec.ts',
    '<rootDir>/libs/*/playground/**/*.spec.ts',
    '<rootDir>/apps/*/src/**/*.spec.ts',
    '<rootDir>/test/**/*.e2e-spec.ts',
  ],
  modulePathIgnorePatterns: ['<rootDir>/libs/.*/(build|dist|examples)/', '<rootDir>/apps/.*/dist/'],
  transform: {}, // by `runtime`
  moduleNameMapper: {
    '^@web-extract/documents/(.*)\\.js$': '<rootDir>/libs/documents/src/$1',
    '^nestjs-web-extract$': '<rootDir>/libs/web-extract/src/index.ts',
    '^nestjs-web-extract/(.+)$': '<rootDir>/libs/web-extract/src/entries/$1.ts',
    '/body-checks\\.js$': '<rootDir>/libs/web-extract/src/api/bodies/body-checks.cjs',
    '/require-crawlee\\.js$': '<rootDir>/libs/web-extract/src/drivers/crawlee/require-crawlee.cjs',
    // Threads run built code, and browsers too, here as everywhere.
    '/(asset-folder|import-module|worker-file)\\.js$': '<rootDir>/libs/web-extract/dist/cjs/$1.js',
    '/lua-folder\\.js$': '<rootDir>/libs/web-extract/src/drivers/redis/lua-folder.cjs',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  maxWorkers: Math.max(2, Math.floor(workers)),
  workerIdleMemoryLimit: '500MB', // of heap: a process that ran many specs is replaced
  testRunner: '<rootDir>/test/setup/one-realm/framework.cjs',
  testSequencer: '<rootDir>/test/setup/longest-first.cjs',
  coverageProvider: 'v8',
  testTimeout: 180_000, // of a test that hangs; busy machines are slow
  globalSetup: '<rootDir>/test/setup/global-setup.mjs',
  globalTeardown: '<rootDir>/test/setup/global-teardown.mjs',
  reporters: ['default', '<rootDir>/test/setup/summary-reporter.cjs'],
};
