// The OpenAPI document as pages that people read: a section a route, and one a shape.
import { code, nameOf, wordsOf } from './schema-words.mjs';

const HEAD = `# HTTP API

<!-- Made by \`npm run openapi\` from docs/openapi.json. Not to be edited. -->

Every route that a host can offer, made from its [OpenAPI document](openapi.json): what is sent, with limits and defaults, and what is answered. What to
use when, and why, is told in the [guides](getting-started.md). Addresses are below the \`prefix\` of the module and the global prefix of the host.

- **Keys.** \`Authorization: Bearer <key>\` with every request, but where it says otherwise.
- **Bodies** are JSON (\`Content-Type: application/json\`), files \`multipart/form-data\`.
- **v1** refuses fields that it does not know, v2 passes over them with a warning (option \`unknownKeys\`), v0 without one.
- A field without a default and without a star is absent unless it is sent; \\* marks what has to be there.
`;

const METHODS = ['get', 'post', 'patch', 'delete'];

export function writeReference(document) {
  return new Reference(document).write();
}

class Reference {
  constructor({ paths, components: { schemas } }) {
    this.schemas = schemas;
    this.routes = Object.entries(paths).flatMap(([path, methods]) =>
      METHODS.filter((method) => methods[method]).map((method) => ({ method, path, ...methods[method] })),
    );
  }

  write() {
    const versions = [...new Set(this.routes.map(versionOf))].sort().reverse();
    const sections = versions.map((version) => this.versionSection(version));
    return [HEAD, this.contents(versions), ...sections, this.errors(), this.shapes()]
      .join('\n')
      .replace(/\n{3,}/g, '\n\n');
  }

  contents(versions) {
    const lines = versions.map((version) => {
      const links = this.routesOf(version).map(
        (route) => `[${titleOf(route)}](#${anchorOf(titleOf(route))})`,
      );
      return `**${version}**: ${links.join(' · ')}\n`;
    });
    return [...lines, '[Errors](#errors) · [Shapes](#shapes)\n'].join('\n');
  }

  routesOf(version) {
    return this.routes.filter((route) => versionOf(route) === version);
  }

  versionSection(version) {
    return [`## ${version}\n`, ...this.routesOf(version).map((route) => this.routeSection(route))].join('\n');
  }

  routeSection(route) {
    const parts = [
      `### ${titleOf(route)}\n`,
      `${route.summary}${route.security?.length ? '' : ' No key is needed.'}\n`,
      parameters(route.parameters ?? []),
      this.body(route.requestBody),
      this.answers(route.responses),
    ];
    return parts.filter(Boolean).join('\n');
  }

  body(requestBody) {
    if (!requestBody) return '';
    const [[type, { schema }]] = Object.entries(requestBody.content);
    const own = schema.$ref ? this.schemas[schema.$ref.split('/').at(-1)] : schema;
    const example = own.example ? `\n\`\`\`json\n${JSON.stringify(own.example, null, 2)}\n\`\`\`\n` : '';
    const kind = type === 'application/json' ? '' : ` (\`${type}\`)`;
    const may = requestBody.required ? '' : ', which may be left out';
    return `**Body**${kind}${may}\n${example}\n${fieldTable(own)}`;
  }

  answers(responses) {
    const entries = Object.entries(responses);
    const good = entries
      .filter(([status]) => status < 400)
      .map(([status, answer]) => goodAnswer(status, answer));
    const bad = entries.filter(([status]) => status >= 400).map(([status]) => status);
    return `${good.join('\n\n')}\n\n**Errors** ${bad.join(', ')}: see [Errors](#errors).\n`;
  }

  errors() {
    const all = new Map();
    for (const { responses } of this.routes)
      for (const [status, answer] of Object.entries(responses)) if (status >= 400) all.set(status, answer);
    const rows = [...all].sort().map(([status, answer]) => {
      const retry = answer.headers?.['Retry-After'] ? ', with `Retry-After`' : '';
      return `| ${status} | ${cell(answer.description)}${retry} | ${this.codesOf(status).map(code).join(', ')} |`;
    });
    const body = fieldTable(this.schemas.WebExtractErrorBody);
    const intro =
      'Every error has the same body. What each code means and what to do about it: [Troubleshooting](troubleshooting.md).\n';
    return ['## Errors\n', intro, body, '| status | means | codes |\n| --- | --- | --- |', ...rows, ''].join(
      '\n',
    );
  }

  codesOf(status) {
    const parts = this.schemas[`WebExtractError${status}`]?.allOf ?? [];
    return parts.flatMap(({ properties }) => properties?.code?.enum ?? []);
  }

  /** All that a section or another shape refers to. Bodies stand in the sections of their routes. */
  shapes() {
    const bodies = new Set(
      this.routes
        .map(({ requestBody }) => jsonSchemaOf(requestBody)?.$ref)
        .filter(Boolean)
        .map(nameOf),
    );
    const names = Object.keys(this.schemas)
      .map(nameOf)
      .filter((name) => !bodies.has(name) && !/^Error(\d+|Body)$/.test(name))
      .sort();
    const sections = names.map((name) => this.shapeSection(name));
    return ['## Shapes\n', ...sections].join('\n');
  }

  shapeSection(name) {
    const schema = this.schemas[`WebExtract${name}`];
    const description = schema.description ? `${schema.description}\n` : '';
    return [`### ${name}\n`, description, fieldTable(schema)].filter(Boolean).join('\n');
  }
}

const versionOf = ({ path }) => path.split('/').find((part) => /^v\d$/.test(part)) ?? 'other';
const titleOf = ({ method, path }) => `${method.toUpperCase()} ${path}`;
/** As GitHub makes anchors of headings. */
const anchorOf = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const jsonSchemaOf = (part) => part?.content?.['application/json']?.schema;

function parameters(all) {
  if (all.length === 0) return '';
  const rows = all.map(({ name, in: place, required, schema, description = '' }) =>
    row(code(name) + (required ? ' \\*' : ''), place, wordsOf(schema), cell(description)),
  );
  return ['| parameter | in | type | |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
}

function goodAnswer(status, { description, content = {} }) {
  const kinds = Object.entries(content);
  if (kinds.length === 0) return `**${status}** ${description}.`;
  const said = kinds.map(([type, { schema }]) =>
    type === 'application/json' ? wordsOf(schema) : code(type),
  );
  return `**${status}** ${said.join(', ')}`;
}

function fieldTable(schema) {
  const { properties, required = [] } = schema;
  if (!properties || Object.keys(properties).length === 0) return `${wordsOf(schema)}\n`;
  const rows = Object.entries(properties).map(([name, field]) =>
    row(
      code(name) + (required.includes(name) ? ' \\*' : ''),
      wordsOf(field),
      'default' in field ? code(JSON.stringify(field.default)) : '',
      cell(field.description ?? ''),
    ),
  );
  return ['| field | type | default | |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
}

const row = (...cells) => `| ${cells.join(' | ')} |`;
const cell = (text) => text.replaceAll('|', '\\|');
