import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';

/** The answer of a custom resource to CloudFormation. */
export interface Told {
  Status: 'SUCCESS' | 'FAILED';
  PhysicalResourceId: string;
  Reason?: string;
  Data?: Record<string, string>;
}

/** A stand-in for CloudFormation: it sends an event, and takes the answer at the address in it. */
export const startCloudFormation = async () => {
  let latest: Told | undefined;
  const receiver = createServer(async (request, response) => {
    latest = (await json(request)) as Told;
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const ResponseURL = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

  return {
    /** Makes the resource handle an event, and returns its answer. */
    call: async (
      handler: (event: CloudFormationCustomResourceEvent) => Promise<void>,
      event: { RequestType: string; ResourceType: string; ResourceProperties: object; PhysicalResourceId?: string },
    ): Promise<Told> => {
      latest = undefined;
      const whole = { StackId: 'stack', RequestId: 'request', LogicalResourceId: 'Material', ResponseURL, ...event };
      await handler(whole as unknown as CloudFormationCustomResourceEvent);
      if (!latest) throw new Error('CloudFormation was told nothing, and waits for an hour');
      return latest;
    },
    stop: () => receiver.close(),
  };
};
