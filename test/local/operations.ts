import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { GatewayOperation } from '../../infra/local/shared/gateway-operation.ts';
import type { Workers } from '../../infra/local/shared/workers.ts';

type Run = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult> | APIGatewayProxyResult;

/** An operation for the gateway alone, without the pipeline. */
export const fakeOperation = (route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, run: Run) =>
  Object.assign(async (event: APIGatewayProxyEvent) => run(event), {
    contract: { id: 'fake', route },
  }) satisfies GatewayOperation;

export const json = (value: unknown): APIGatewayProxyResult => ({
  statusCode: 200,
  headers: { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' },
  body: JSON.stringify(value),
});

/** An operation that answers the event it got. */
export const echo = (route: Parameters<typeof fakeOperation>[0]) => fakeOperation(route, (event) => json(event));

/** Workers that do nothing, but for those given. */
export const fakeWorkers = (given: Partial<Workers> = {}): Workers => ({
  'dispatch-events': async () => {},
  'write-log': async () => {},
  'seal-envelope': async () => {},
  'send-message': async () => {},
  'deliver-webhook': async () => {},
  'run-job': async () => {},
  'run-schedule': async () => {},
  'run-retries': async () => {},
  'run-turns': async () => {},
  'record-bounces': async () => {},
  ...given,
});
