import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Contract } from '../../../lib/http/contract.ts';

/** An operation for the gateway; `lib/http` makes them. */
export interface GatewayOperation {
  (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult>;
  contract: Pick<Contract, 'id' | 'route' | 'alsoAt' | 'refuses'> & { methodsAt?: unknown };
}
