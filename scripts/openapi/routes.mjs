// What handlers of controllers say of themselves in their types and doc comments.
import ts from 'typescript';

const VERBS = ['Get', 'Post', 'Put', 'Patch', 'Delete'];

/** How a body is bound, by the name of the parameter's type. */
const BODIES = {
  Checked: { bodyKind: 'json' },
  Sent: { bodyKind: 'json', mayLackBody: true },
  UploadRequest: { bodyKind: 'upload' },
};

export class RouteReader {
  constructor(checker, types) {
    Object.assign(this, { checker, types });
  }

  /** Every handler of a controller, declared or inherited, by `Controller.handler`. */
  routesOf(declaration) {
    const type = this.checker.getTypeAtLocation(declaration.name);
    const own = this.checker.getDeclaredTypeOfSymbol(type.symbol ?? declaration.symbol);
    return this.checker
      .getPropertiesOfType(own)
      .filter((symbol) => verbOf(symbol.valueDeclaration) !== null)
      .map((symbol) => [`${declaration.name.text}.${symbol.name}`, this.routeOf(symbol, declaration)]);
  }

  routeOf(symbol, place) {
    const { parameters } = symbol.valueDeclaration;
    const signature = this.checker.getTypeOfSymbolAtLocation(symbol, place).getCallSignatures()[0];
    const { description } = this.types.docOf(symbol);
    if (description === undefined) throw new Error(`${place.name.text}.${symbol.name} has no doc comment`);
    const query = parameters.find((parameter) => isDecorated(parameter, 'Query'));
    return {
      summary: description,
      ...Object.assign({}, ...parameters.map((parameter) => bodyOf(parameter))),
      ...(query ? { query: this.typeArgument(query) } : {}),
      ...(parameters.some((parameter) => isDecorated(parameter, 'Headers'))
        ? { takesIdempotencyKey: true }
        : {}),
      ...this.answerOf(this.answerType(signature.getReturnType())),
    };
  }

  /** What the type argument of `Asked<T>` is, as a schema. */
  typeArgument({ type }) {
    return this.types.inline(this.checker.getTypeFromTypeNode(type.typeArguments[0]));
  }

  /** What is no JSON comes as text: a stream, or markdown. */
  answerOf(type) {
    if (type.getProperty('exportedFile'))
      return { answer: { type: 'string', format: 'binary' }, answerKind: 'file' };
    if (type.symbol?.name === 'StreamableFile') return { answer: { type: 'string' }, answerKind: 'stream' };
    if (type.flags & ts.TypeFlags.String) return { answer: { type: 'string' }, answerKind: 'markdown' };
    return { answer: this.types.schemaOf(type) };
  }

  answerType(returned) {
    const type = this.checker.getAwaitedType(returned) ?? returned;
    const parts = type.isUnion() ? type.types : [type];
    const text = parts.find((part) => part.symbol?.name === 'StreamableFile');
    if (text) return text;
    const streamed = parts.find((part) => part.aliasSymbol?.name === 'Streamed' || part.getProperty('reply'));
    if (!streamed) return type;
    return this.checker.getNonNullableType(this.checker.getTypeOfSymbol(streamed.getProperty('reply')));
  }
}

function verbOf(declaration) {
  if (!declaration || !ts.isMethodDeclaration(declaration)) return null;
  return VERBS.find((verb) => isDecorated(declaration, verb)) ?? null;
}

function isDecorated(node, name) {
  return (ts.getDecorators(node) ?? []).some(({ expression }) => {
    const called = ts.isCallExpression(expression) ? expression.expression : expression;
    return called.getText() === name;
  });
}

function bodyOf({ type }) {
  if (!type || !ts.isTypeReferenceNode(type)) return {};
  const kind = BODIES[type.typeName.getText()];
  if (kind === undefined) return {};
  let [inner] = type.typeArguments;
  if (inner.typeName.getText() === 'OpenBody') [inner] = inner.typeArguments;
  return { body: inner.typeName.getText(), ...kind };
}
