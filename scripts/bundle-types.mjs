// Joins the declarations of the library: one file for each entry, and `types.d.ts` with the declarations that the package's main entry
// reaches. Classes with private members are nominal types, so every declaration is in one file only, which other files import. Entries
// for optional peers keep their declarations apart, because hosts without these peers cannot resolve them.
//
// Each entry also exports the types that signatures of its exports reach: with `declaration: true` the compiler of a host has to name the
// inferred type of a method that returns the result of a service.
import { join } from 'node:path';
import ts from 'typescript';

const MAIN = 'index';

/** Packages of the workspace that are not published: their declarations belong to the library's. */
const PRIVATE = '@web-extract/';

/**
 * @param folders those of the declarations that the compiler wrote: the library's, then those of private packages
 * @param entries name of each entry and its file below the first folder, without extension
 * @returns file name and text of each declaration file
 */
export function bundleTypes(folders, entries) {
  const sources = entries.map(({ source }) => join(folders[0], `${source}.d.ts`));
  const declarations = new Declarations(createProgram(sources), folders);
  const exported = new Map(entries.map(({ name }, at) => [name, declarations.exportsOf(sources[at])]));
  nameReachedTypes(exported, declarations);
  const homes = homesOf(exported, declarations);
  const files = new Set([...homes.values(), ...exported.keys()]);
  return [...files].sort().map((file) => ({
    name: `${file}.d.ts`,
    text: fileText(file, exported.get(file) ?? [], homes, declarations),
  }));
}

function createProgram(sources) {
  return ts.createProgram(sources, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ['node', 'jest'],
    skipLibCheck: true,
  });
}

/** Adds the types to the exports of each entry that its signatures reach and no earlier entry exports; the main entry is the first. */
function nameReachedTypes(exported, declarations) {
  const taken = new Set([...exported.values()].flat().map(({ symbol }) => symbol));
  const entries = [...exported].sort(([one], [other]) => Number(other === MAIN) - Number(one === MAIN));
  for (const [, names] of entries) {
    const used = new Set(names.map(({ name }) => name));
    const reached = new Set(names.map(({ symbol }) => symbol)); // grows while it is walked
    for (const symbol of reached) {
      for (const next of declarations.read(symbol).signatures) reached.add(next);
      if (taken.has(symbol)) continue;
      taken.add(symbol);
      const local = declarations.nameOf(symbol);
      names.push({ symbol, name: used.has(local) ? `${local}$` : local, isType: true });
    }
  }
}

/** The file of each declaration, from the entries that reach it. */
function homesOf(exported, declarations) {
  const users = new Map();
  for (const [entry, names] of exported) {
    const reached = new Set(names.map(({ symbol }) => symbol)); // grows while it is walked
    for (const symbol of reached) {
      users.set(symbol, [...(users.get(symbol) ?? []), entry]);
      for (const next of declarations.read(symbol).references) reached.add(next);
    }
  }
  const homeOf = (entries) => {
    if (entries.includes(MAIN)) return 'types';
    return entries.length === 1 ? entries[0] : `types-${entries.join('-')}`;
  };
  return new Map([...users].map(([symbol, entries]) => [symbol, homeOf(entries)]));
}

function fileText(file, exported, homes, declarations) {
  const own = [...homes].filter(([, home]) => home === file).map(([symbol]) => symbol);
  const read = own.map((symbol) => declarations.read(symbol));
  const foreign = new Set(
    read.flatMap(({ references }) => [...references]).filter((one) => homes.get(one) !== file),
  );
  const lines = [
    ...new Set(read.flatMap(({ imports }) => [...imports])),
    ...[...foreign].map((one) => `import { ${declarations.nameOf(one)} } from './${homes.get(one)}.js';`),
    ...read.map(({ text }) => text),
    ...exported.map((one) => exportLine(one, homes.get(one.symbol), file, declarations)),
  ];
  if (exported.length === 0)
    lines.push(`export { ${own.map((one) => declarations.nameOf(one)).join(', ')} };`);
  return `${lines.join('\n')}\n`;
}

function exportLine({ symbol, name, isType }, home, file, declarations) {
  const local = declarations.nameOf(symbol);
  const names = local === name ? name : `${local} as ${name}`;
  return `export ${isType ? 'type ' : ''}{ ${names} }${home === file ? '' : ` from './${home}.js'`};`;
}

/** The declarations of the library, each under a name that no other one has. */
class Declarations {
  names = new Map();
  taken = new Set();
  /** Text, references to other declarations and import lines of other packages, by symbol. */
  known = new Map();
  /** Local name by imported name and package. */
  imports = new Map();

  constructor(program, folders) {
    this.program = program;
    this.checker = program.getTypeChecker();
    this.globals = globalNames(this.checker, program);
    this.folders = folders;
  }

  exportsOf(path) {
    const module = this.checker.getSymbolAtLocation(this.program.getSourceFile(path));
    return this.checker.getExportsOfModule(module).map((exported) => {
      const symbol = this.resolve(exported);
      const isType = isTypeOnly(exported) || (symbol.flags & ts.SymbolFlags.Value) === 0;
      return { symbol, name: exported.name, isType };
    });
  }

  /** The text of all declarations of a symbol: overloads, and an interface or a constant of the same name. */
  read(symbol) {
    const known = this.known.get(symbol);
    if (known) return known;
    const entry = {
      text: '',
      references: new Set(),
      signatures: new Set(),
      imports: new Set(),
      isHidden: false,
    };
    this.known.set(symbol, entry);
    entry.text = symbol.declarations.map((declaration) => this.rewrite(declaration, entry)).join('\n');
    return entry;
  }

  resolve(symbol) {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  nameOf(symbol) {
    const name = this.names.get(symbol) ?? this.freeName(symbol.name);
    this.names.set(symbol, name);
    return name;
  }

  freeName(wanted) {
    let name = wanted;
    for (let number = 1; this.taken.has(name) || this.globals.has(name); number++)
      name = `${wanted}$${number}`;
    this.taken.add(name);
    return name;
  }

  rewrite(declaration, entry) {
    const edits = [];
    const visit = (node) => {
      // what Nest injects is not part of what callers see
      if (ts.isConstructorDeclaration(node)) entry.isHidden = true;
      const edit = ts.isImportTypeNode(node)
        ? this.importTypeEdit(node, entry)
        : this.identifierEdit(node, entry);
      if (edit) edits.push(edit);
      if (ts.isImportTypeNode(node)) node.typeArguments?.forEach(visit);
      else ts.forEachChild(node, visit);
      if (ts.isConstructorDeclaration(node)) entry.isHidden = false;
    };
    visit(declaration);
    return docOf(statementOf(declaration)) + applyEdits(bodyOf(declaration), edits);
  }

  /** Replaces `import("./file.js").Name` by the name of the declaration. */
  importTypeEdit(node, entry) {
    if (!isOwnSpecifier(node.argument.literal.text)) return undefined;
    const last = ts.isQualifiedName(node.qualifier) ? node.qualifier.right : node.qualifier;
    const name = this.refer(this.resolve(this.checker.getSymbolAtLocation(last)), entry);
    const text = node.isTypeOf ? `typeof ${name}` : name;
    return { start: node.getStart(), end: node.qualifier.getEnd(), text };
  }

  identifierEdit(node, entry) {
    const found = ts.isIdentifier(node) ? this.checker.getSymbolAtLocation(node) : undefined;
    const name = found && (this.importedName(found, entry) ?? this.declaredName(found, entry));
    return name && name !== node.text
      ? { start: node.getStart(), end: node.getEnd(), text: name }
      : undefined;
  }

  declaredName(found, entry) {
    const symbol = this.resolve(found);
    return symbol.declarations?.some((one) => this.isTopLevel(one)) ? this.refer(symbol, entry) : undefined;
  }

  refer(symbol, entry) {
    if (this.known.get(symbol) !== entry) entry.references.add(symbol);
    if (!entry.isHidden) entry.signatures.add(symbol);
    return this.nameOf(symbol);
  }

  isTopLevel(declaration) {
    const statement = statementOf(declaration);
    return (
      ts.isSourceFile(statement.parent) &&
      this.isOurs(statement) &&
      (declaration === statement || ts.isVariableDeclaration(declaration))
    );
  }

  isOurs(node) {
    const { fileName } = node.getSourceFile();
    return this.folders.some((folder) => fileName.startsWith(folder));
  }

  /** Local name of a symbol that a file of the library imports from another package. */
  importedName(symbol, entry) {
    const declaration = symbol.declarations?.[0];
    const clause = declaration && ts.findAncestor(declaration, ts.isImportDeclaration);
    if (!clause || !this.isOurs(clause) || isOwnSpecifier(clause.moduleSpecifier.text)) return undefined;
    const imported = importedBy(declaration);
    const key = `${imported} of ${clause.moduleSpecifier.text}`;
    const local = this.imports.get(key) ?? this.freeName(symbol.name);
    this.imports.set(key, local);
    entry.imports.add(importLine(clause.moduleSpecifier.text, imported, local));
    return local;
  }
}

const isOwnSpecifier = (specifier) => specifier.startsWith('.') || specifier.startsWith(PRIVATE);

function importedBy(declaration) {
  if (ts.isNamespaceImport(declaration)) return '*';
  return ts.isImportClause(declaration) ? 'default' : (declaration.propertyName ?? declaration.name).text;
}

/** The top-level statement of a declaration. */
function statementOf(declaration) {
  return ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
}

/** The part of the source that declares, and how it begins as an ambient declaration. */
function bodyOf(declaration) {
  const { text } = declaration.getSourceFile();
  const end = declaration.getEnd();
  if (ts.isVariableDeclaration(declaration))
    return { prefix: 'declare const ', start: declaration.getStart(), end, text, suffix: ';' };
  const isModifier = ({ kind }) =>
    kind === ts.SyntaxKind.ExportKeyword || kind === ts.SyntaxKind.DeclareKeyword;
  const last = (ts.getModifiers(declaration) ?? []).filter(isModifier).at(-1);
  const isType = ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration);
  const start = last ? last.getEnd() + 1 : declaration.getStart();
  return { prefix: isType ? '' : 'declare ', start, end, text, suffix: '' };
}

function docOf(statement) {
  const { text } = statement.getSourceFile();
  const own = ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc).at(-1);
  return own ? `${text.slice(own.getStart(), own.getEnd())}\n` : '';
}

function applyEdits({ prefix, start, end, text, suffix }, edits) {
  let at = start;
  let result = prefix;
  for (const edit of edits.sort((a, b) => a.start - b.start)) {
    if (edit.start < at) continue;
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at, end) + suffix;
}

function importLine(specifier, imported, local) {
  if (imported === '*') return `import * as ${local} from '${specifier}';`;
  const name = imported === local ? local : `${imported} as ${local}`;
  return `import { ${name} } from '${specifier}';`;
}

function isTypeOnly(symbol) {
  return symbol.declarations?.some(
    (one) => ts.isExportSpecifier(one) && (one.isTypeOnly || one.parent.parent.isTypeOnly),
  );
}

/** Names that declarations use without an import; a declaration of the library must not take one of them. */
function globalNames(checker, program) {
  const file = program.getSourceFiles().find((one) => ts.isExternalModule(one));
  const names = checker.getSymbolsInScope(file.endOfFileToken, ts.SymbolFlags.Type | ts.SymbolFlags.Value);
  const locals = new Set(checker.getSymbolAtLocation(file)?.exports?.keys() ?? []);
  return new Set(names.map(({ name }) => name).filter((name) => !locals.has(name)));
}
