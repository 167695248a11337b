import { Html, html } from './html.ts';
import { markdown } from './markdown.ts';

/** The part of a JSON Schema (OpenAPI 3.1) that the page shows. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  additionalProperties?: Schema | boolean;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** Id of a component in the page. */
export const anchorOf = (component: string): string => `schema-${component}`;

/** Describes a schema's type in a few words, with links to its components. */
export const typeOf = (schema: Schema | undefined): Html => {
  if (!schema) return html`any`;
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="?page=records#${anchorOf(name)}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum)
    return joined(
      schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ' | ',
    );
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return joined(distinct(choices.map(typeOf)), ' | ');
  if (schema.allOf) return joined(distinct(schema.allOf.map(typeOf)), ' & ');
  if (schema.items) return html`${typeOf(schema.items)}[]`;
  if (schema.additionalProperties && typeof schema.additionalProperties === 'object' && !schema.properties) {
    return html`object of ${typeOf(schema.additionalProperties)}`;
  }
  const types = [schema.type ?? 'any'].flat().join(' | ');
  return schema.format ? html`${types} (${schema.format})` : html`${types}`;
};

/** Renders an object's properties as a table; nothing if the schema is no object of its own. */
export const schemaTable = (schema: Schema | undefined): Html => {
  const rows = propertyRows(schema, '');
  if (rows.length === 0) return html``;
  return html`<div class="wide"><table>
    <thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead>
    <tbody>${rows}</tbody>
  </table></div>`;
};

/** One row of such a table. */
export const row = (name: string, required: boolean, schema: Schema | undefined, description?: string): Html =>
  html`<tr><td><code>${name}</code>${required && html` <b title="required">*</b>`}</td><td>${typeOf(schema)}</td>
    <td>${markdown(description ?? schema?.description)}${limitsOf(schema)}</td></tr>`;

const propertyRows = (schema: Schema | undefined, prefix: string, depth = 0): Html[] => {
  const object = schema?.items ?? schema;
  return Object.entries(object?.properties ?? {}).flatMap(([name, property]) => {
    const inner = property.items?.properties ? `${prefix}${name}[].` : `${prefix}${name}.`;
    return [
      row(`${prefix}${name}`, object?.required?.includes(name) ?? false, property),
      ...(depth < 3 ? propertyRows(property, inner, depth + 1) : []),
    ];
  });
};

const limitsOf = (schema: Schema | undefined): Html | undefined => {
  const limits = [
    schema?.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
    rangeOf(schema?.minimum, schema?.maximum, ''),
    rangeOf(schema?.minLength, schema?.maxLength, ' characters'),
  ].filter((limit) => limit !== '');
  return limits.length > 0 ? html`<small>${limits.join(', ')}</small>` : undefined;
};

/** The bounds of JSON's own whole numbers are left out. */
const rangeOf = (least: number | undefined, most: number | undefined, unit: string): string => {
  const lower = least !== undefined && least > Number.MIN_SAFE_INTEGER ? least : undefined;
  const upper = most !== undefined && most < Number.MAX_SAFE_INTEGER ? most : undefined;
  if (lower !== undefined && upper !== undefined) return `${lower} to ${upper}${unit}`;
  if (upper !== undefined) return `at most ${upper}${unit}`;
  return lower !== undefined ? `at least ${lower}${unit}` : '';
};

const distinct = (parts: readonly Html[]): Html[] => [...new Map(parts.map((part) => [part.text, part])).values()];

const joined = (parts: readonly Html[], by: string): Html => new Html(parts.map(({ text }) => text).join(by));
