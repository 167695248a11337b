import { readFile } from 'node:fs/promises';
import { DESCRIPTION_FILE } from '../docs/examples.ts';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: (string | null)[];
  default?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

interface Content {
  [type: string]: { schema?: Schema; example?: unknown };
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  required?: boolean;
  schema?: Schema;
}

export interface DescribedOperation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

/** The parts of the description that clients are made of. */
export interface Description {
  info: { version: string };
  paths: Record<string, Record<string, DescribedOperation>>;
  /** Events, each a reference to its call among `pathItems`. */
  webhooks: Record<string, { $ref: string }>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    pathItems: Record<string, { post: { summary: string } }>;
  };
  'x-errors': { code: string; status: number; meaning: string; remedy: string }[];
}

const JSON_TYPE = 'application/json';

/**
 * The description as programs need it, from `openapi.json`. Without the pages for people; without the errors, which
 * every client throws by their code; and where an operation takes or answers JSON, without the other ways.
 */
export const clientDescription = async (): Promise<Description> => {
  const description = JSON.parse(await readFile(DESCRIPTION_FILE, 'utf8')) as Description;
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (!operation.operationId) continue;
      if (isPage(operation)) delete methods[method];
      else keepOneWay(operation);
    }
    if (!Object.values(methods).some(({ operationId }) => operationId)) delete description.paths[path];
  }
  return description;
};

const isPage = ({ responses }: DescribedOperation): boolean =>
  Object.keys(responses['200']?.content ?? {}).some((type) => type === 'text/html' || type === 'text/javascript');

const keepOneWay = (operation: DescribedOperation): void => {
  if (operation.requestBody) operation.requestBody.content = jsonAlone(operation.requestBody.content);
  const done = operation.responses['200'];
  if (done?.content) done.content = jsonAlone(done.content);
  operation.responses = done ? { 200: done } : {};
};

const jsonAlone = (content: Content): Content =>
  JSON_TYPE in content ? { [JSON_TYPE]: content[JSON_TYPE] ?? {} } : content;
