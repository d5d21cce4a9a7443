// What the tables of options say of themselves, as an editor reads it from the types.
import { basename } from 'node:path';
import ts from 'typescript';

const LITERAL = /^(\[.*\]|\{.*\}|'.*'|true|false|[\d_]+)$/;

/**
 * Every option with what is said of it, by the file that declares it.
 *
 * @param sources files, each with the names of the interfaces that hosts fill in
 * @returns a map of `{ name, fallback, text }[]`
 */
export function describeOptions(sources) {
  const program = ts.createProgram(
    sources.map(({ file }) => file),
    { strict: true, noEmit: true, types: [], target: ts.ScriptTarget.ES2022 },
  );
  const checker = program.getTypeChecker();
  const features = new Map();
  for (const { file, roots } of sources) {
    const names = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)));
    for (const root of roots) {
      const symbol = names.find(({ name }) => name === root);
      const type = checker.getDeclaredTypeOfSymbol(symbolOf(checker, symbol));
      for (const option of optionsOf(checker, type, '')) {
        features.set(option.feature, [...(features.get(option.feature) ?? []), option]);
      }
    }
  }
  const isLimit = ({ name }) => Number(name.startsWith('limits.')); // the last ones of each feature
  for (const options of features.values()) options.sort((one, other) => isLimit(one) - isLimit(other));
  return features;
}

const symbolOf = (checker, symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

function optionsOf(checker, type, prefix) {
  return checker.getPropertiesOfType(type).flatMap((symbol) => {
    const name = prefix + symbol.name;
    if (symbol.getJsDocTags(checker).some((one) => one.name === 'deprecated')) return [];
    const groups = groupsOf(checker.getTypeOfSymbol(symbol));
    const inside = groups.flatMap((group) => optionsOf(checker, group, `${name}.`));
    const own = describe(checker, symbol, name);
    if (own.text === '') throw new Error(`${name} has no documentation`);
    if (own.fallback === '' && inside.length === 0) throw new Error(`${name} states no @default`);
    return own.fallback === '' ? inside : [own, ...inside];
  });
}

/** Options that consist of options have an interface named so, in a file of options or in the bundled declarations. */
function groupsOf(type) {
  const parts = type.isUnion() ? type.types : [type];
  return parts.filter(({ symbol }) => symbol?.name.endsWith('Options') && isOfTable(symbol));
}

const isOfTable = (symbol) =>
  /[/.](?:options\.(?:d\.)?|types\.d\.)ts$/.test(symbol.declarations[0].getSourceFile().fileName);

function describe(checker, symbol, name) {
  const tag = symbol.getJsDocTags(checker).find((one) => one.name === 'default');
  const fallback = plain(tag?.text);
  return {
    name,
    feature: basename(symbol.declarations[0].getSourceFile().fileName).replace(/\.options\.(d\.)?ts$/, ''),
    text: plain(symbol.getDocumentationComment(checker)),
    fallback: LITERAL.test(fallback) ? `\`${fallback}\`` : fallback,
  };
}

const plain = (parts) => ts.displayPartsToString(parts).replace(/\s+/g, ' ').trim();

/** A table's source with the default of `.or(…)` in the comment above its option. */
export function withDefaults(text) {
  const source = ts.createSourceFile('table.ts', text, ts.ScriptTarget.ES2022, true);
  const edits = [];
  source.forEachChild(function visit(node) {
    if (ts.isPropertyAssignment(node)) edits.push(...editOf(node));
    node.forEachChild(visit);
  });
  return edits.reverse().reduce((all, { at, end, tag }) => all.slice(0, at) + tag + all.slice(end), text);
}

function editOf(option) {
  const { initializer } = option;
  const isDefault = ts.isCallExpression(initializer) && initializer.expression.name?.text === 'or';
  const [doc] = ts.getJSDocCommentsAndTags(option);
  if (!isDefault || !doc) return [];
  const literal = initializer.arguments[0].getText();
  const known = /@default .*/.exec(doc.getText());
  if (!known) throw new Error(`${option.name.getText()} needs a line @default in its comment`);
  const at = doc.getStart() + known.index;
  return [{ at, end: at + known[0].length, tag: `@default ${literal}` }];
}
