// Lets a child process of a spec run the library's source: node -r test/setup/typescript.cjs child.ts
const Module = require('node:module');
const { existsSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
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
  return resolve.call(this, isOwn ? sourceOf(request, dirname(parent.filename)) : request, parent, ...rest);
};

/** A few files are written by hand for each kind of module. */
const sourceOf = (request, folder) =>
  ['.ts', '.cjs']
    .map((extension) => request.replace(/\.js$/, extension))
    .find((source) => existsSync(join(folder, source))) ?? request;

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    jsc,
    module: { type: 'commonjs' },
  });
  module._compile(code, filename);
};
