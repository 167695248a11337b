// Failures that tests provoke belong on no terminal.
process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';

// The test runner sets one of its own, for bundlers.
delete process.env.BASE_URL;

// DynamoDB Local keeps a database for each access key, unless it was started with -sharedDb: with one for each process
// no test file is slowed down by what others left. What isn't reached over TLS asks for no real credentials.
if (process.env.AWS_ENDPOINT_URL_DYNAMODB?.startsWith('http:')) {
  process.env.AWS_ACCESS_KEY_ID = `countersign${process.pid}`;
  process.env.AWS_SECRET_ACCESS_KEY ||= 'countersign';
}
