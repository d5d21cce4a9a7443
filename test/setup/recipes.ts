import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as nestCommon from '@nestjs/common';
import * as nestTesting from '@nestjs/testing';
import * as classValidator from 'class-validator';
import * as library from 'nestjs-web-extract';
import * as testing from 'nestjs-web-extract/testing';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

/** Packages of the recipes, installed in a folder of their own. */
export const requireOfRecipes: NodeJS.Require = createRequire(
  join(__dirname, '..', 'clients', 'recipes', 'package.json'),
);

/** Runs a code block of a document in docs/recipes. @returns its exports */
export function runRecipe(name: string, block = 0): any {
  const text = readFileSync(join(__dirname, '..', '..', 'docs', 'recipes', `${name}.md`), 'utf8');
  const code = [...text.matchAll(/^```ts\n(.*?)^```/gms)][block]![1]!;
  const { outputText } = transpileModule(code, {
    compilerOptions: {
      module: ModuleKind.CommonJS,
      target: ScriptTarget.ES2022,
      experimentalDecorators: true,
    },
  });
  const module = { exports: {} };
  new Function('require', 'module', 'exports', outputText)(asRequire, module, module.exports);
  return module.exports;
}

const asRequire = Object.assign(requireEither, { resolve: requireOfRecipes.resolve });

const OWN: Readonly<Record<string, unknown>> = {
  'nestjs-web-extract': library,
  'nestjs-web-extract/testing': testing,
  '@nestjs/common': nestCommon,
  '@nestjs/testing': nestTesting,
  'class-validator': classValidator,
};

/** Loads the library from its sources, and other packages from the folder of the recipes. */
function requireEither(name: string): unknown {
  return OWN[name] ?? requireOfRecipes(name);
}
