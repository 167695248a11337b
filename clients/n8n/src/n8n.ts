/**
 * The parts of n8n's interface that these nodes use, written down here: n8n's own package of types is under a licence
 * that this project doesn't take dependencies under.
 */

export interface HttpRequest {
  method: string;
  url: string;
  baseURL?: string;
  headers?: Record<string, string>;
  body?: unknown;
  json?: boolean;
}

/** `this` of a credential's functions. */
export interface CredentialHelper {
  helpers: { httpRequest(request: HttpRequest): Promise<unknown> };
}

/** `this` of the functions with which a trigger registers itself. */
export interface HookContext {
  getNodeWebhookUrl(name: string): string | undefined;
  getNodeParameter(name: string): unknown;
  getWorkflowStaticData(of: 'node'): Record<string, unknown>;
  getCredentials(name: string): Promise<{ url?: unknown }>;
  helpers: {
    httpRequestWithAuthentication: { call(self: unknown, credential: string, request: HttpRequest): Promise<unknown> };
  };
}

/** `this` of the function that takes a trigger's calls. */
export interface WebhookContext {
  getHeaderData(): Record<string, string>;
  getRequestObject(): { rawBody: Uint8Array };
  getResponseObject(): { status(code: number): { end(): void } };
  getWorkflowStaticData(of: 'node'): Record<string, unknown>;
}

export interface WebhookAnswer {
  workflowData?: { json: unknown }[][];
  noWebhookResponse?: boolean;
}
