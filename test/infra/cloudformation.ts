import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';

/** A custom resource's response to CloudFormation. */
export interface ResourceResponse {
  Status: 'SUCCESS' | 'FAILED';
  PhysicalResourceId: string;
  Reason?: string;
  Data?: Record<string, string>;
}

/** A stand-in for CloudFormation: it sends an event, and takes the answer at the address in it. */
export const startCloudFormation = async () => {
  let latest: ResourceResponse | undefined;
  const receiver = createServer(async (request, response) => {
    latest = (await json(request)) as ResourceResponse;
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const ResponseURL = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

  return {
    /** Makes the resource handle an event, and returns its answer. */
    call: async (
      handler: (event: CloudFormationCustomResourceEvent) => Promise<void>,
      event: { RequestType: string; ResourceType: string; ResourceProperties: object; PhysicalResourceId?: string },
    ): Promise<ResourceResponse> => {
      latest = undefined;
      const whole = { StackId: 'stack', RequestId: 'request', LogicalResourceId: 'Material', ResponseURL, ...event };
      await handler(whole as unknown as CloudFormationCustomResourceEvent);
      if (!latest) throw new Error('CloudFormation got no response, and would wait for an hour');
      return latest;
    },
    stop: () => receiver.close(),
  };
};
