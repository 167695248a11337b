/**
 * What the deployment tells a function through its environment. Read when asked for, never at import, so that every
 * module can be imported in an empty environment.
 */
const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
};

const optional = (name: string): string | undefined => process.env[name] || undefined;

export const config = {
  /** Name of the one DynamoDB table. */
  table: () => required('TABLE_NAME'),
  /** Name of the bucket that holds documents and images. */
  bucket: () => required('BUCKET_NAME'),
  /** True where the bucket's endpoint isn't AWS's own: such servers know a bucket by its path, not by its host name. */
  bucketByPath: () => (optional('AWS_ENDPOINT_URL_S3') ?? optional('AWS_ENDPOINT_URL')) !== undefined,
  /** The address under which pre-signed links to the bucket's files are, with a slash at its end. */
  bucketUrl: () => {
    const endpoint = optional('AWS_ENDPOINT_URL_S3') ?? optional('AWS_ENDPOINT_URL');
    const bucket = required('BUCKET_NAME');
    return endpoint
      ? `${endpoint.replace(/\/$/, '')}/${bucket}/`
      : `https://${bucket}.s3.${required('AWS_REGION')}.amazonaws.com/`;
  },
  /** URL of a worker's queue. */
  queue: (name: QueueName) => required(`QUEUE_${name.toUpperCase()}_URL`),
  /** Public base address of the API, without a trailing slash. */
  baseUrl: () => required('BASE_URL').replace(/\/$/, ''),
  /** Public address of the web pages (signing, sign-in); the API's own address unless set. */
  appUrl: () => (optional('APP_URL') ?? required('BASE_URL')).replace(/\/$/, ''),
  /** The address that mails come from: `Name <mail@example.com>` or a bare address. */
  mailFrom: () => required('MAIL_FROM'),
  /** Policy of sign-up: `open`, `invitation`, or mail domains with commas between them. Nobody uninvited unless set. */
  signUp: () => (optional('SIGN_UP') ?? 'invitation').toLowerCase().replaceAll(' ', ''),
  /** Those who may sign up whatever `signUp` says. */
  administratorEmails: () => (optional('ADMINISTRATOR_EMAIL') ?? '').split(',').filter((email) => email.trim() !== ''),
  /** The most messages that one organization and its children may send to people on one day (UTC). */
  messagesPerDay: () => Number(optional('MESSAGES_PER_DAY') ?? 1000),
  /** Name servers (`address` or `address:port`) that domains of brands are looked up at; the system's own unless set. */
  dnsServers: () => (optional('DNS_SERVERS') ?? '').split(',').filter((server) => server.trim() !== ''),
  /** The key that signs tokens of this kind: `kms:<key id or ARN>` or `file:<path of a PEM>`. */
  tokenKey: (kind: TokenKind) => required(`${kind.toUpperCase()}_TOKEN_KEY`),
  /** The key that encrypts what only some may read again: `kms:<key id or ARN>` or `file:<path of its 32 bytes>`. */
  dataKey: () => required('DATA_KEY'),
  /** JSON Web Key Set with the public halves of the keys for tokens of this kind, the one that signs first. */
  tokenJwks: (kind: TokenKind) => required(`${kind.toUpperCase()}_TOKEN_JWKS`),
  /** The key that seals documents: `kms:<key id or ARN>` or `file:<path of a PEM>`. */
  sealKey: () => required('SEAL_KEY'),
  /** The sealing certificate and its chain, PEM, leaf first: the text itself, or `file:<path>`. */
  sealCertificate: () => required('SEAL_CERTIFICATE'),
  /** SHA-256 fingerprints of the keys that sealed before the present one: their seals are still the platform's own. */
  formerSealKeys: () => (optional('FORMER_SEAL_KEYS') ?? '').split(',').filter((fingerprint) => fingerprint !== ''),
  /** RFC 3161 time-stamp authorities, tried in turn; none means a seal at level B-B. */
  timestampAuthorities: () => (optional('TSA_URLS') ?? '').split(',').filter((url) => url.trim() !== ''),
  /** The folder of the files that pages load (`infra/bundle-pages.ts`), where it isn't beside the function's code. */
  pageAssets: () => optional('PAGE_ASSETS'),
  /** Where Microsoft Graph is. Only the local platform can be pointed elsewhere: callers' tokens are sent there. */
  graphUrl: () => (config.allowLoopback() && optional('GRAPH_URL')) || 'https://graph.microsoft.com',
  /** How long one attempt at a call of AWS may take, in milliseconds; the functions' own patience unless it is shorter. */
  awsPatience: () => Number(optional('AWS_PATIENCE_MS') ?? Number.POSITIVE_INFINITY),
  /** True on the local platform and in emulators alone: receivers and documents on loopback addresses, plain http included. */
  allowLoopback: () => optional('ALLOW_LOOPBACK') === 'true',
};

/** Tokens of users and of signers have keys of their own. */
export type TokenKind = 'user' | 'signer';

export type QueueName = 'seal' | 'message' | 'webhook' | 'job';
