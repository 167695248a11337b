import type { CloudFormationCustomResourceEvent } from 'aws-lambda';

/**
 * The handler of a custom resource from what is to be done for an event; what that answers becomes the resource's
 * attributes. CloudFormation always hears how it ended, and the resource keeps its identity over all updates, so that
 * none is ever followed by a deletion.
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
