import type { DescribedOperation, Description, Parameter, Schema } from './description.ts';
import { type Chosen, RESOURCES } from './n8n-operations.ts';
import type { Routing } from './n8n-routing.ts';

/** A control of the node, as n8n describes it. */
export interface Property {
  displayName: string;
  name: string;
  type: string;
  default: unknown;
  description?: string;
  required?: boolean;
  noDataExpression?: boolean;
  placeholder?: string;
  options?: (Property | Choice | { displayName: string; name: string; values: Property[] })[];
  typeOptions?: object;
  displayOptions?: { show: Record<string, string[]> };
  routing?: Routing;
}

interface Choice {
  name: string;
  value: string;
  action?: string;
  description?: string;
  routing?: Routing;
}

interface Found {
  chosen: Chosen;
  method: string;
  path: string;
  operation: DescribedOperation;
}

/** The node's controls: what is done, and the values of each operation, from the description. */
export const propertiesOf = (description: Description, chosen: readonly Chosen[]): Property[] => {
  const found = chosen.map((one) => find(description, one));
  return [
    {
      displayName: 'Resource',
      name: 'resource',
      type: 'options',
      noDataExpression: true,
      options: Object.entries(RESOURCES).map(([value, name]) => ({ name, value })),
      default: 'envelope',
    },
    ...Object.keys(RESOURCES).map((resource) => operationsOf(found.filter((one) => one.chosen.resource === resource))),
    ...found.flatMap((one) => valuesOf(description, one)),
  ];
};

const find = ({ paths }: Description, chosen: Chosen): Found => {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === chosen.id) return { chosen, method: method.toUpperCase(), path, operation };
    }
  }
  throw new Error(`The description has no operation ${chosen.id}`);
};

const operationsOf = (found: Found[]): Property => ({
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  displayOptions: { show: { resource: [found[0]?.chosen.resource ?? ''] } },
  options: found.map(({ chosen, method, path, operation }) => ({
    name: chosen.name,
    value: chosen.value,
    action: chosen.action,
    // The summary of an operation that does several things would promise more than this one.
    description: chosen.request?.body ? chosen.action : operation.summary,
    routing: {
      request: { method, url: `=${path.replace(/\{(\w+)\}/g, IN_PATH)}`, ...chosen.request },
      ...(chosen.output && { output: { postReceive: [chosen.output] } }),
    },
  })),
  default: found[0]?.chosen.value,
});

const IN_PATH = '{{encodeURIComponent($$parameter["$1"])}}';

const valuesOf = (description: Description, { chosen, operation }: Found): Property[] => {
  const displayOptions = { show: { resource: [chosen.resource], operation: [chosen.value] } };
  const parameters = (operation.parameters ?? []).map((parameter) => resolved(description, parameter));
  const inPath = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema = {} }) => ({ ...control(description, name, schema), required: true }));
  const body = resolved(description, operation.requestBody?.content['application/json']?.schema ?? {});
  const inBody = (name: string): Property => ({
    ...control(description, name, body.properties?.[name] ?? {}),
    routing: { send: { type: 'body', property: name, ...(name === 'recipients' && { value: RECIPIENTS }) } },
  });
  const inQuery = parameters
    .filter(({ name }) => chosen.filters?.includes(name))
    .map(
      ({ name, schema = {}, description: said }): Property => ({
        ...control(description, name, { description: said, ...schema }),
        routing: { send: { type: 'query', property: name } },
      }),
    );
  const required = (chosen.required ?? []).map((name) => ({ ...inBody(name), required: true }));
  const optional = [...(chosen.optional ?? []).map(inBody), ...inQuery];
  const more: Property[] =
    optional.length === 0
      ? []
      : [
          {
            displayName: 'Options',
            name: 'options',
            type: 'collection',
            placeholder: 'Add Option',
            default: {},
            options: optional,
          },
        ];
  return [...inPath, ...required, ...more].map((property) => ({ ...property, displayOptions }));
};

/** The list within the control of several recipients. */
const RECIPIENTS = '={{ $value.recipient }}';
const OF_RECIPIENT = ['role_name', 'first_name', 'last_name', 'email', 'phone', 'message'];

const control = (description: Description, name: string, given: Schema): Property => {
  const schema = resolved(description, given);
  const said = schema.description && { description: schema.description };
  const common = { displayName: titleOf(name), name, ...said };
  const kinds = [schema.type ?? []].flat().filter((kind) => kind !== 'null');
  if (name === 'recipients') return recipients(description, resolved(description, schema.items ?? {}));
  if (schema.enum)
    return { ...common, type: 'options', options: choicesOf(schema), default: choicesOf(schema)[0]?.value };
  if (kinds.includes('array')) {
    return {
      ...common,
      type: 'multiOptions',
      options: choicesOf(resolved(description, schema.items ?? {})),
      default: [],
    };
  }
  if (kinds.includes('boolean')) return { ...common, type: 'boolean', default: false };
  if (kinds.includes('integer') || kinds.includes('number'))
    return { ...common, type: 'number', default: schema.default ?? 0 };
  return { ...common, type: /_(?:at|before|after)$/.test(name) ? 'dateTime' : 'string', default: '' };
};

const recipients = (description: Description, { properties = {} }: Schema): Property => ({
  displayName: 'Recipients',
  name: 'recipients',
  type: 'fixedCollection',
  typeOptions: { multipleValues: true },
  placeholder: 'Add Recipient',
  description: 'Who plays each role of the template',
  default: {},
  options: [
    {
      displayName: 'Recipient',
      name: 'recipient',
      values: OF_RECIPIENT.map((name) => control(description, name, properties[name] ?? {})),
    },
  ],
});

const choicesOf = ({ enum: values = [] }: Schema): Choice[] =>
  values.filter((value) => value !== null).map((value) => ({ name: titleOf(value), value }));

/** `created_at` as n8n writes names: Created At. */
const titleOf = (name: string): string =>
  name
    .split(/[_ ]/)
    .map((word) => (word === 'id' ? 'ID' : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ')
    .replace(/^Q$/, 'Search');

const resolved = <T extends { $ref?: string }>(description: Description, given: T): T => {
  if (!given.$ref) return given;
  const [kind, name = ''] = given.$ref.split('/').slice(-2);
  const { $ref: _, ...own } = given;
  const target: Schema | Parameter | undefined =
    kind === 'parameters' ? description.components.parameters[name] : description.components.schemas[name];
  return resolved(description, { ...(target as unknown as T), ...own });
};
