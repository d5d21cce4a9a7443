// Lets a child process of a spec run the library's sources: node -r test/setup/typescript.cjs child.ts
const { join } = require('node:path');
const { moduleNameMapper } = require('../../jest.config.cjs');
const { loadTypeScript } = require('./one-realm/load-typescript.cjs');

const ROOT = join(__dirname, '../..');
loadTypeScript(
  Object.entries(moduleNameMapper).map(([name, target]) => [name, target.replace('<rootDir>', ROOT)]),
);
