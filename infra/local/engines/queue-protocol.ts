import type { buildApp } from 'fauxqs';

export type QueueApp = ReturnType<typeof buildApp>;

/** The requests and answers of SQS's JSON protocol, as far as the platform looks into them. */
export interface QueueRequest {
  QueueName?: string;
  QueueUrl?: string;
  MessageBody?: string;
  MessageAttributes?: Record<string, unknown>;
  ReceiptHandle?: string;
  Entries?: { Id: string; MessageBody?: string; MessageAttributes?: Record<string, unknown>; ReceiptHandle?: string }[];
}

export interface QueueAnswer {
  QueueUrl?: string;
  MessageId?: string;
  Messages?: { MessageId: string; ReceiptHandle: string }[];
  Successful?: { Id: string; MessageId?: string }[];
}

/** `SendMessage` and so on, from the header that names a request's action. */
export const actionOf = (headers: Record<string, unknown>): string =>
  String(headers['x-amz-target'] ?? '').replace('AmazonSQS.', '');

/** The queue's name from its address. */
export const queueName = (url = ''): string => url.slice(url.lastIndexOf('/') + 1);
