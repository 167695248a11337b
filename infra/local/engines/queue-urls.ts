import { actionOf, type QueueAnswer, type QueueApp, type QueueRequest, queueName } from './queue-protocol.ts';

/**
 * fauxqs names its queues `http://sqs.<region>.localhost:<port>/…`, a host that not every machine resolves and that the
 * SDK would call. To the outside, queues stand at the engine's own endpoint.
 */
export const rewriteQueueUrls = (app: QueueApp, own: { endpoint: string }): void => {
  const inside = new Map<string, string>();

  app.addHook('preHandler', async (request) => {
    const body = request.body as QueueRequest | undefined;
    const url = inside.get(queueName(body?.QueueUrl));
    if (body && url) body.QueueUrl = url;
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const action = actionOf(request.headers);
    if (reply.statusCode !== 200 || (action !== 'CreateQueue' && action !== 'GetQueueUrl')) return payload;
    const { QueueUrl = '' } = JSON.parse(String(payload)) as QueueAnswer;
    const name = queueName(QueueUrl);
    inside.set(name, QueueUrl);
    return JSON.stringify({ QueueUrl: `${own.endpoint}/000000000000/${name}` });
  });
};
