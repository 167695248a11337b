import type { CloudFormationCustomResourceEvent } from 'aws-lambda';

/**
 * Makes the handler of a custom resource from a function that handles an event; its result becomes the resource's
 * attributes. CloudFormation always gets an answer, and the resource keeps its identity over all updates, so that none
 * leads to a deletion.
 */
export const customResource =
  (act: (event: CloudFormationCustomResourceEvent) => Promise<Record<string, string>>) =>
  async (event: CloudFormationCustomResourceEvent): Promise<void> => {
    try {
      await answer(event, { Status: 'SUCCESS', Data: await act(event) });
    } catch (error) {
      await answer(event, { Status: 'FAILED', Reason: (error as Error).message });
    }
  };

const answer = async (
  event: CloudFormationCustomResourceEvent,
  result: { Status: string; Data?: Record<string, string>; Reason?: string },
): Promise<void> => {
  const { StackId, RequestId, LogicalResourceId } = event;
  const PhysicalResourceId =
    event.RequestType === 'Create' ? LogicalResourceId : (event.PhysicalResourceId ?? LogicalResourceId);
  const body = JSON.stringify({ StackId, RequestId, LogicalResourceId, PhysicalResourceId, ...result });
  // The pre-signed address was signed for a request without a content type.
  await fetch(event.ResponseURL, { method: 'PUT', headers: { 'content-type': '' }, body });
};
