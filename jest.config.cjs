/** @type {import('jest').Config} */
module.exports = {
  rootDir: '.',
  testEnvironment: 'node',
  testMatch: [
    '<rootDir>/libs/*/src/**/*.spec.ts',
    '<rootDir>/apps/*/src/**/*.spec.ts',
    '<rootDir>/test/**/*.e2e-spec.ts',
  ],
  modulePathIgnorePatterns: ['<rootDir>/libs/.*/dist', '<rootDir>/apps/.*/dist'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  moduleNameMapper: {
    '^nestjs-web-extract$': '<rootDir>/libs/web-extract/src/index.ts',
    '^nestjs-web-extract/bull$': '<rootDir>/libs/web-extract/src/bull.ts',
    '^nestjs-web-extract/mcp$': '<rootDir>/libs/web-extract/src/mcp.ts',
    // Threads run built code, here as everywhere.
    '/worker-file\\.js$': '<rootDir>/libs/web-extract/dist/cjs/drivers/worker-threads/worker-file.js',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  testTimeout: 30_000,
  globalSetup: '<rootDir>/test/setup/global-setup.mjs',
  globalTeardown: '<rootDir>/test/setup/global-teardown.mjs',
  reporters: ['default', '<rootDir>/test/setup/summary-reporter.cjs'],
};
