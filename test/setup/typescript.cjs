// Lets a child process of a spec run the library's source: node -r test/setup/typescript.cjs child.ts
const Module = require('node:module');
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');

const jsc = {
  target: 'es2022',
  parser: { syntax: 'typescript', decorators: true },
  transform: { legacyDecorator: true, decoratorMetadata: true },
  keepClassNames: true,
};

const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  const isOwn = request.startsWith('.') && parent?.filename?.endsWith('.ts');
  return resolve.call(this, isOwn ? request.replace(/\.js$/, '.ts') : request, parent, ...rest);
};

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    jsc,
    module: { type: 'commonjs' },
  });
  module._compile(code, filename);
};
