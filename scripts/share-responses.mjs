/**
 * Moves responses that several operations of an OpenAPI document have in common to `components.responses`. They are two thirds of the
 * paths, and the npm package has a size limit.
 */
export function shareResponses(document) {
  const uses = new Map();
  for (const [, response] of responsesOf(document)) {
    const text = JSON.stringify(response);
    uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  const names = new Map();
  const responses = {};
  const nameOf = (status, text) => {
    if (names.has(text)) return names.get(text);
    const taken = Object.keys(responses).filter((name) => name.startsWith(`Response${status}`)).length;
    const name = `Response${status}${taken === 0 ? '' : `-${taken + 1}`}`;
    names.set(text, name);
    responses[name] = JSON.parse(text);
    return name;
  };
  const paths = mapOperations(document.paths, (operation) => ({
    ...operation,
    responses: mapValues(operation.responses ?? {}, (response, status) => {
      const text = JSON.stringify(response);
      return uses.get(text) > 1 ? { $ref: `#/components/responses/${nameOf(status, text)}` } : response;
    }),
  }));
  return { ...document, paths, components: { ...document.components, responses } };
}

function responsesOf({ paths }) {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return operations.flatMap(({ responses = {} }) => Object.entries(responses));
}

const mapOperations = (paths, change) => mapValues(paths, (path) => mapValues(path, change));

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
