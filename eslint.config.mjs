import { readFileSync } from 'node:fs';
import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** Layers of pure functions, lowest first. */
const ENGINE = ['concurrency', 'web', 'markup', 'documents', 'convert', 'extraction'];

/** Who may import whom: docs/architecture.md, "Layers". A layer not listed as allowed is forbidden. */
const LAYERS = {
  model: [],
  ports: ['model'],
  testing: ['model', 'ports'],
  concurrency: ['model', 'ports'],
  web: ['model', 'ports', 'concurrency'],
  markup: ['model', 'ports', 'concurrency', 'web'],
  documents: ['model', 'ports', 'concurrency', 'web', 'markup'],
  convert: ['model', 'ports', 'concurrency', 'web', 'markup', 'documents'],
  extraction: ['model', 'ports', 'concurrency', 'web', 'markup', 'convert'],
  pipeline: ['model', 'ports', ...ENGINE],
  services: ['model', 'ports', ...ENGINE, 'pipeline'],
  drivers: ['model', 'ports', ...ENGINE, 'pipeline'],
  api: ['model', 'ports', 'services'],
  mcp: ['model', 'ports', 'services', 'api'],
  playground: ['model', 'api'],
  observability: ['model', 'ports', 'services'],
  robots: ['model', 'web', 'services'],
};

/** Packages that a layer may import, besides those of Node itself. `drivers` own their vendors and may import anything. */
const PACKAGES = {
  model: [],
  ports: [],
  testing: [],
  concurrency: [],
  web: ['re2js', 'tldts'],
  markup: ['htmlparser2', 'domhandler', 'domutils', 'dom-serializer'],
  documents: ['domhandler', 'unpdf'],
  convert: [
    'domhandler',
    'domutils',
    'htmlparser2',
    'css-select',
    'css-what',
    'nth-check',
    'turndown',
    're2js',
    'diff',
  ],
  extraction: ['ajv', 're2js'],
  pipeline: [],
  services: ['@nestjs/common', 'croner'],
  api: [
    '@nestjs/common',
    '@nestjs/core',
    'class-validator',
    'class-transformer',
    'rxjs',
    '@fastify/busboy',
    'ws',
  ],
  mcp: ['@nestjs/common', '@nestjs/core', '@modelcontextprotocol/'],
  playground: ['@nestjs/common', '@nestjs/core'],
  observability: ['@nestjs/common', '@nestjs/core', '@nestjs/terminus', '@opentelemetry/api', 'prom-client'],
  robots: ['@nestjs/common', '@nestjs/core'],
};

const names = Object.keys(LAYERS);

/** Folders within a layer, at most. What a file of another depth imports as `../robots` is another thing. */
const DEPTHS = [0, 1, 2, 3, 4, 5, 6];

const layerBlocks = (layer) => DEPTHS.map((depth) => layerBlock(layer, depth));

function layerBlock(layer, depth) {
  const forbidden = names.filter((other) => other !== layer && !LAYERS[layer].includes(other));
  const patterns = [
    {
      regex: `^(\\.\\./){${depth + 1}}(${forbidden.join('|')})/`,
      message: `${layer}/ may import only ${LAYERS[layer].join(', ') || 'nothing'}.`,
    },
    {
      regex: '^\\.\\.?/(\\.\\./)*(index|web-extract\\.module.*|features/.*|entries/.*)\\.js$',
      message: 'Only the composition root knows every layer.',
    },
  ];
  if (PACKAGES[layer]) {
    const allowed = ['node:', ...PACKAGES[layer]].map((name) => name.replace(/[/.]/g, '\\$&')).join('|');
    patterns.push({ regex: `^(?!\\.|${allowed})`, message: `${layer}/ may not import this package.` });
  }
  return {
    files: [`libs/web-extract/src/${layer}/${'*/'.repeat(depth)}*.ts`],
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}

/**
 * Files that run in worker threads only, under a deadline. Expressions of all others may meet text of strangers on the event loop of
 * the host, and take linear time whatever the text. A test follows the imports.
 */
const IN_WORKER_THREADS = JSON.parse(
  readFileSync(new URL('./eslint.worker-threads.json', import.meta.url), 'utf8'),
);

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      'libs/web-extract/build/**',
      'libs/web-extract/examples/**',
      '**/node_modules/**',
      '**/coverage/**',
      'test/golden/**',
      'test/sites/**',
      'test/hosts/**',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        performance: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        setImmediate: 'readonly',
        AbortSignal: 'readonly',
        AbortController: 'readonly',
        TextDecoder: 'readonly',
        TextEncoder: 'readonly',
        structuredClone: 'readonly',
        module: 'readonly',
        require: 'readonly',
        __filename: 'readonly',
        __dirname: 'readonly',
      },
    },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }], // names a type
    },
  },
  {
    // what a server answered is looked into, whatever it is
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
  { files: ['**/*.cjs', '**/*.cts'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    files: ['libs/web-extract/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'The environment is read in apps/demo only.' },
        {
          object: 'URL',
          property: 'canParse',
          message: "Wrong for letters beyond ASCII on Node 20: use web/url's parseUrl.",
        },
        { object: 'process', property: 'on', message: 'The process belongs to the host.' },
      ],
    },
  },
  {
    files: ['libs/web-extract/src/**/*.ts'],
    ignores: [
      '**/*.spec.ts',
      '**/*.contract.ts',
      ...IN_WORKER_THREADS.map((path) => `libs/web-extract/src/${path}`),
    ],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': [
        'error',
        { report: 'potential', ignoreSticky: false, ignorePartial: false },
      ],
    },
  },
  ...names.flatMap(layerBlocks),
);
