// Reads the public methods of the injectable services, and the types in their signatures, from the sources of the library.
import ts from 'typescript';

/** Providers of the library that are no service of an application: it registers or replaces them as drivers. */
const isService = (declaration) =>
  declaration.name.text === 'WebExtractEvents' ||
  ts.getDecorators(declaration)?.some((one) => one.getText().startsWith('@Injectable('));

/**
 * Describes the services that the given entries export, and the types in their signatures.
 *
 * @param entries source files by the name under which applications import them
 * @returns `{ services: [{ name, entry, text, members: [{ name, signature, text }] }], types: [{ name, text, alias, fields }] }`
 */
export function describeServices(entries) {
  const program = ts.createProgram([...entries.values()], {
    strict: true,
    noEmit: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
  const checker = program.getTypeChecker();
  const types = new Map();
  const services = [...entries].flatMap(([entry, file]) => {
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)));
    return exported
      .map((symbol) => aliased(checker, symbol).declarations[0])
      .filter((declaration) => ts.isClassDeclaration(declaration) && isService(declaration))
      .map((declaration) => serviceOf(checker, declaration, entry, types));
  });
  return { services, types: [...types.values()].filter((type) => type !== null) };
}

function serviceOf(checker, declaration, entry, types) {
  const members = declaration.members.filter(isPublic);
  for (const member of members) collectTypes(checker, member, types);
  return {
    name: declaration.name.text,
    entry,
    text: textOf(checker, declaration),
    members: members.map((member) => ({
      name: member.name.text,
      signature: signatureOf(member),
      text: textOf(checker, member),
    })),
  };
}

const isPublic = (member) =>
  (ts.isMethodDeclaration(member) || ts.isGetAccessor(member)) &&
  !(ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) &&
  !/^(?:onModule|onApplication|before)/.test(member.name.text);

/** The declaration without its body and keywords that callers do not need. */
function signatureOf(member) {
  const end = member.body ? member.body.getFullStart() : member.end;
  return dedent(member.getSourceFile().text.slice(member.getStart(), end))
    .replace(/^(?:(?:abstract|async|public|override) )+\*?/, '')
    .replace(/;$/, '')
    .replace(/^\*/, '')
    .trim();
}

const dedent = (text) => text.replaceAll('\n  ', '\n');

/** Types of fields of a listed type are not listed: the document is part of the npm package, whose size is bounded. */
const MAX_DEPTH = 0;

/** Adds each type of the library that a node names. */
function collectTypes(checker, node, types, depth = 0) {
  if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
    const symbol = checker.getSymbolAtLocation(
      ts.isTypeReferenceNode(node) ? node.typeName : node.expression,
    );
    if (symbol) addType(checker, aliased(checker, symbol), types, depth);
  }
  if (ts.isBlock(node) || ts.isDecorator(node)) return;
  ts.forEachChild(node, (child) => collectTypes(checker, child, types, depth));
}

function addType(checker, symbol, types, depth) {
  const declaration = symbol.declarations?.[0];
  if (declaration && isDerived(checker, declaration)) return;
  const isOurs = declaration && /\/libs\/web-extract\/src\//.test(declaration.getSourceFile().fileName);
  if (!isOurs || types.has(symbol.name)) return;
  if (ts.isInterfaceDeclaration(declaration)) {
    types.set(symbol.name, interfaceOf(checker, declaration));
  } else if (ts.isTypeAliasDeclaration(declaration)) {
    const alias = aliasOf(checker, declaration);
    types.set(symbol.name, { ...headOf(checker, declaration), alias, fields: [] });
    if (isComputed(declaration)) return;
  } else return;
  ts.forEachChild(declaration, (child) => {
    const deeper = depth + Number(ts.isPropertySignature(child));
    if (deeper <= MAX_DEPTH) collectTypes(checker, child, types, deeper);
  });
}

const headOf = (checker, declaration) => ({
  name: declaration.name.text,
  text: textOf(checker, declaration),
  parents: parentsOf(declaration)
    .filter((type) => !isDerivedType(checker, type))
    .map((type) => flat(type.getText())),
});

const parentsOf = (declaration) => (declaration.heritageClauses ?? []).flatMap(({ types }) => [...types]);

/** An interface that only names computed types. */
const isDerived = (checker, declaration) =>
  ts.isInterfaceDeclaration(declaration) &&
  declaration.members.length === 0 &&
  parentsOf(declaration).every((type) => isComputed(declarationOf(checker, type)));

const isDerivedType = (checker, type) => {
  const declaration = declarationOf(checker, type);
  return declaration !== undefined && isDerived(checker, declaration);
};

const declarationOf = (checker, { expression }) => {
  const symbol = checker.getSymbolAtLocation(expression);
  return symbol && aliased(checker, symbol).declarations?.[0];
};

/** A type without parameters that is computed from others: it is written as its result. */
function isComputed(declaration) {
  if (!declaration || !ts.isTypeAliasDeclaration(declaration) || declaration.typeParameters) return false;
  const holds = (node) =>
    ts.isMappedTypeNode(node) ||
    (ts.isTypeOperatorNode(node) && ts.isTypeReferenceNode(node.type)) ||
    ts.forEachChild(node, holds) === true;
  return holds(declaration.type);
}

const WHOLE = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;

const aliasOf = (checker, declaration) =>
  isComputed(declaration)
    ? checker.typeToString(checker.getTypeAtLocation(declaration.type), undefined, WHOLE).replaceAll('"', "'")
    : flat(declaration.type.getText().replace(/\/\*[\s\S]*?\*\//g, '')).replace(/^\| /, '');

const interfaceOf = (checker, declaration) => ({
  ...headOf(checker, declaration),
  alias: null,
  fields: [
    ...declaration.members
      .filter((member) => member.name)
      .map((member) => ({
        name: member.name.getText() + (member.questionToken ? '?' : ''),
        type: flat((member.type ?? member).getText().replace(/\/\*[\s\S]*?\*\//g, '')),
        text: textOf(checker, member),
      })),
    ...parentsOf(declaration)
      .filter((type) => isDerivedType(checker, type))
      .flatMap((type) => derivedFields(checker, type)),
  ],
});

const derivedFields = (checker, parent) =>
  checker.getPropertiesOfType(checker.getTypeAtLocation(parent)).map((field) => {
    const isOptional = (field.flags & ts.SymbolFlags.Optional) !== 0;
    const type = checker.getTypeOfSymbol(field);
    return {
      name: field.name + (isOptional ? '?' : ''),
      type: checker.typeToString(isOptional ? checker.getNonNullableType(type) : type, undefined, WHOLE),
      text: docOf(checker, field),
    };
  });

/** The doc comment with its `@default`, `@returns` and `@throws`. */
const textOf = (checker, declaration) => docOf(checker, checker.getSymbolAtLocation(declaration.name));

function docOf(checker, symbol) {
  const tags = symbol.getJsDocTags(checker).filter(({ name }) => TAGS[name]);
  return [
    ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    ...tags.map(({ name, text }) =>
      TAGS[name](ts.displayPartsToString(text).replace(/\{@link (\S+?)\}/g, '`$1`')),
    ),
  ]
    .map(flat)
    .filter((line) => line !== '');
}

const LITERAL = /^(?:\[.*\]|\{.*\}|'[^']*'|true|false|[\d_]+)$/;

const TAGS = {
  default: (text) => `Default: ${LITERAL.test(text) ? `\`${text}\`` : text}.`,
  param: (text) => text.replace(/^(\S+)\s+/, '- `$1`: '),
  returns: (text) => `- returns ${text}`,
  throws: (text) => `- throws ${text}`,
};

const flat = (text) => text.replace(/\s+/g, ' ').trim();

const aliased = (checker, symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
