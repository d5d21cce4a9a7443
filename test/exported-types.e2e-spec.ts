import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const TYPES = join(process.cwd(), 'libs/web-extract/dist/esm');
const ENTRIES = readdirSync(TYPES).filter((name) => name.endsWith('.d.ts') && !name.startsWith('types'));

const parse = (name: string) =>
  ts.createSourceFile(name, readFileSync(join(TYPES, name), 'utf8'), ts.ScriptTarget.ES2022, true);

/** Local names that the entries export. */
function exportedNames(): Set<string> {
  const names = new Set<string>();
  for (const entry of ENTRIES)
    parse(entry).forEachChild((node) => {
      if (!ts.isExportDeclaration(node) || !node.exportClause || !ts.isNamedExports(node.exportClause))
        return;
      for (const { name, propertyName } of node.exportClause.elements) names.add((propertyName ?? name).text);
    });
  return names;
}

/** Names of types in the signatures of exported declarations, constructors excluded. */
function reachedNames(exported: ReadonlySet<string>): Map<string, string> {
  const reached = new Map<string, string>();
  for (const file of readdirSync(TYPES).filter((name) => name.endsWith('.d.ts')))
    parse(file).forEachChild((statement) => {
      const owner = (statement as ts.DeclarationStatement).name?.getText();
      if (owner === undefined || !exported.has(owner)) return;
      const visit = (node: ts.Node): void => {
        if (ts.isConstructorDeclaration(node)) return;
        if (ts.isTypeReferenceNode(node)) reached.set(node.typeName.getText().split('.')[0]!, owner);
        if (ts.isExpressionWithTypeArguments(node)) reached.set(node.expression.getText(), owner);
        node.forEachChild(visit);
      };
      visit(statement);
    });
  return reached;
}

describe('The declarations of the package', () => {
  const declared = new Set<string>();
  for (const file of readdirSync(TYPES).filter((name) => name.endsWith('.d.ts')))
    parse(file).forEachChild((node) => {
      if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node))
        if (node.name) declared.add(node.name.text);
    });

  it('export each type that the signatures of exported ones reach, so that inferred types have a name in hosts', () => {
    const exported = exportedNames();
    const reached = reachedNames(exported);
    expect(reached.size).toBeGreaterThan(100);
    expect([...reached].filter(([name]) => declared.has(name) && !exported.has(name))).toEqual([]);
  });
});
