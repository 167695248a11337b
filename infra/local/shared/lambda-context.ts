import type { Context } from 'aws-lambda';

const MEMORY_MB = '1769';
const ACCOUNT = '000000000000';

/** Lambda's context of the invocation `requestId`, with `seconds` left to run. */
export const lambdaContext = (functionName: string, requestId: string, seconds: number): Context => {
  const end = Date.now() + seconds * 1000;
  const region = process.env.AWS_REGION ?? 'us-east-1';
  return {
    awsRequestId: requestId,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:${region}:${ACCOUNT}:function:${functionName}`,
    memoryLimitInMB: MEMORY_MB,
    logGroupName: '/countersign/local',
    logStreamName: functionName,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, end - Date.now()),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
};
