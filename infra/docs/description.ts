import type { DescribedError } from '../../lib/http/error-catalogue.ts';
import type { Schema } from './schema-table.ts';

/** The part of an OpenAPI description that the reference shows. */
export interface Description {
  info: { title: string; version: string; summary?: string; description?: string };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  /** Calls that the platform makes, by event. */
  webhooks?: Record<string, { $ref: string }>;
  'x-errors': DescribedError[];
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, DescribedResponse>;
    pathItems?: Record<string, { post: DescribedWebhook }>;
  };
}

export interface DescribedOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, DescribedResponse>;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
}

export interface DescribedResponse {
  $ref?: string;
  description?: string;
  content?: Record<string, Content>;
}

export interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface DescribedWebhook {
  summary: string;
  description?: string;
  parameters: Parameter[];
  requestBody: { content: Record<string, Content> };
}

/** An operation with its place. */
export interface Operation {
  /** In capitals. */
  method: string;
  path: string;
  operation: DescribedOperation;
}

/** All operations, in the order of the description. */
export const operationsOf = (api: Description): Operation[] =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** All webhook events with their calls, in the order of the description. */
export const webhooksOf = ({
  webhooks = {},
  components: { pathItems = {} },
}: Description): [string, DescribedWebhook][] =>
  Object.keys(webhooks).flatMap((event): [string, DescribedWebhook][] => {
    const call = pathItems[event]?.post;
    return call ? [[event, call]] : [];
  });

/** Name of the page of a tag. */
export const slugOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');
