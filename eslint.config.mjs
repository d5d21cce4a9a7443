import { readFileSync } from 'node:fs';
import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** Layers of pure functions, lowest first. */
const ENGINE = ['concurrency', 'web', 'convert', 'extraction'];

/** Who may import whom: docs/architecture.md, "Layers". A layer not listed as allowed is forbidden. */
const LAYERS = {
  model: [],
  ports: ['model'],
  testing: ['model', 'ports'],
  concurrency: ['model', 'ports'],
  web: ['model', 'ports', 'concurrency'],
  convert: ['model', 'ports', 'concurrency', 'web'],
  extraction: ['model', 'ports', 'concurrency', 'web', 'convert'],
  pipeline: ['model', 'ports', ...ENGINE],
  services: ['model', 'ports', ...ENGINE, 'pipeline'],
  drivers: ['model', 'ports', ...ENGINE, 'pipeline'],
  api: ['model', 'ports', 'services'],
  mcp: ['model', 'ports', 'services', 'api'],
  playground: ['model', 'api'],
  observability: ['model', 'ports', 'services'],
  robots: ['model', 'web', 'services'],
};

/** The workspace package that all layers may stand on. */
const DOCUMENTS = '@web-extract/documents/';

/** Packages that a layer may import, besides those of Node itself. `drivers` own their vendors and may import anything. */
const PACKAGES = {
  model: [DOCUMENTS],
  ports: [],
  testing: [],
  concurrency: [DOCUMENTS],
  web: [DOCUMENTS, 're2js', 'tldts', 'tough-cookie'],
  convert: [
    DOCUMENTS,
    'domhandler',
    'domutils',
    'entities',
    'css-select',
    'css-what',
    'nth-check',
    'turndown',
    're2js',
    'diff',
  ],
  extraction: ['ajv', 're2js'],
  pipeline: [],
  services: [DOCUMENTS, '@nestjs/common', 'croner'],
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
    ignores: ['**/*.spec.ts', '**/*.fixture.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}

/** What the package of document readers may import: nothing of the library, and its `markup` nothing of the readers. */
const DOCUMENT_BLOCKS = [
  { files: ['libs/documents/src/**/*.ts'], patterns: [] },
  {
    files: ['libs/documents/src/markup/**/*.ts'],
    patterns: [{ regex: '^\\.\\./\\.\\./', message: 'markup/ may import only itself.' }],
  },
].map(({ files, patterns }) => ({
  files,
  ignores: ['**/*.spec.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: '^(?!\\.|node:|domhandler|entities|unpdf|@exodus/bytes)',
            message: 'libs/documents may not import this package.',
          },
          ...patterns,
        ],
      },
    ],
  },
}));

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
      'libs/*/build/**',
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
    files: ['libs/{documents,web-extract}/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'ClassDeclaration:has(> Decorator > CallExpression[callee.name="Injectable"]) PropertyDefinition > NewExpression[callee.name=/^(?:Map|Set|LRUCache|OwnerCache|RecentKeys|ShortMemory)$/]',
          message:
            'What a provider keeps needs a bound: kept(name, …) with a row of KEPT and of docs/security.md.',
        },
      ],
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
    files: ['libs/{documents,web-extract}/src/**/*.ts'],
    ignores: [
      '**/*.spec.ts',
      '**/*.contract.ts',
      ...IN_WORKER_THREADS.map((path) => `libs/web-extract/src/${path}`),
      ...IN_WORKER_THREADS.map((path) => path.replace(/^documents\//, 'libs/documents/src/')),
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
  ...DOCUMENT_BLOCKS,
);
