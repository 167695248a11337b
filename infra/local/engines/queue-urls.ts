import { actionOf, type QueueAnswer, type QueueApp, type QueueRequest, queueName } from './queue-protocol.ts';

/**
 * Rewrites the addresses of queues to the engine's own endpoint: fauxqs names them
 * `http://sqs.<region>.localhost:<port>/…`, a host that not every machine resolves.
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
