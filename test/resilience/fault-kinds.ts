import type { Fault } from './fault-proxy.ts';

/** The AWS services that functions call. */
export type Service = 'DynamoDB' | 'S3' | 'SQS' | 'SES' | 'SNS' | 'KMS';

/** Every way in which a call fails. `lost`: the service has carried it out all the same. */
export const KINDS = ['throttle', 'error', 'timeout', 'cut', 'lost'] as const;
export type Kind = (typeof KINDS)[number];

const json = (status: number, type: string): Fault => ({
  answer: {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': type },
    body: JSON.stringify({ __type: type, message: `Injected: ${type}` }),
  },
});

const xml = (status: number, code: string, around: 'Error' | 'ErrorResponse'): Fault => {
  const error = `<Error><Code>${code}</Code><Message>Injected: ${code}</Message></Error>`;
  const body = around === 'Error' ? error : `<ErrorResponse>${error}</ErrorResponse>`;
  return { answer: { status, headers: { 'content-type': 'application/xml' }, body } };
};

/** Each service's errors for too many requests and for its own failure. */
const REFUSALS: Record<Service, { throttle: Fault; error: Fault }> = {
  DynamoDB: {
    throttle: json(400, 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException'),
    error: json(500, 'com.amazonaws.dynamodb.v20120810#InternalServerError'),
  },
  S3: { throttle: xml(503, 'SlowDown', 'Error'), error: xml(500, 'InternalError', 'Error') },
  SQS: { throttle: json(400, 'com.amazonaws.sqs#RequestThrottled'), error: json(500, 'InternalFailure') },
  SES: { throttle: json(429, 'TooManyRequestsException'), error: json(500, 'InternalServiceErrorException') },
  SNS: { throttle: xml(400, 'Throttling', 'ErrorResponse'), error: xml(500, 'InternalError', 'ErrorResponse') },
  KMS: { throttle: json(400, 'ThrottlingException'), error: json(500, 'KMSInternalException') },
};

/** The fault of that kind as `service` shows it. */
export const faultOf = (kind: Kind, service: Service): Fault => {
  if (kind === 'timeout') return { hang: true };
  if (kind === 'cut') return { cut: true };
  if (kind === 'lost') return { lose: true };
  return REFUSALS[service][kind];
};
