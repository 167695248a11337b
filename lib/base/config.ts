/**
 * Configuration that the deployment gives a function through its environment. It is read on use, never at import, so
 * that every module can be imported in an empty environment.
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
  /** Address of the table's engine where it is one that the local platform started itself. */
  embeddedTable: () => optional('EMBEDDED_TABLE_URL'),
  /** Name of the bucket that holds documents and images. */
  bucket: () => required('BUCKET_NAME'),
  /** True where the bucket's endpoint isn't AWS's own: such servers know a bucket by its path, not by its host name. */
  bucketByPath: () => (optional('AWS_ENDPOINT_URL_S3') ?? optional('AWS_ENDPOINT_URL')) !== undefined,
  /** Base address of pre-signed links to the bucket's files, with a trailing slash. */
  bucketUrl: () => {
    const endpoint = optional('AWS_ENDPOINT_URL_S3') ?? optional('AWS_ENDPOINT_URL');
    const bucket = required('BUCKET_NAME');
    return endpoint
      ? `${endpoint.replace(/\/$/, '')}/${bucket}/`
      : `https://${bucket}.s3.${required('AWS_REGION')}.amazonaws.com/`;
  },
  /** URL of a worker's queue. */
  queue: (name: QueueName) => required(`QUEUE_${name.toUpperCase()}_URL`),
  /** URL of the queue for records of the table's stream that can't be handled; the local platform parks them itself. */
  streamDeadLetters: () => optional('STREAM_DEAD_LETTERS_URL'),
  /** Public base address of the API, without a trailing slash. */
  baseUrl: () => required('BASE_URL').replace(/\/$/, ''),
  /** Public address of the web pages (signing, sign-in); the API's own address unless set. */
  appUrl: () => (optional('APP_URL') ?? required('BASE_URL')).replace(/\/$/, ''),
  /** Host that the domains of brands lead to, if an edge of its own serves them; else it is the pages' host. */
  edgeHost: () => optional('EDGE_HOST'),
  /** Sender address of mails: `Name <mail@example.com>` or a bare address. */
  mailFrom: () => required('MAIL_FROM'),
  /** Configuration set of SES by which bounces and complaints come back; none without it. */
  mailEvents: () => optional('MAIL_EVENTS'),
  /** ARN of the deployment owner's event bus, which webhooks may have as their destination; none without it. */
  eventBus: () => optional('EVENT_BUS'),
  /** True unless the owner keeps sealed documents out of mails. */
  attachSealedFiles: () => optional('ATTACH_SEALED_FILES') !== 'off',
  /**
   * Policy of sign-up: `open`, `invitation`, or mail domains separated by commas. Only invited people may sign up
   * unless it is set.
   */
  signUp: () => (optional('SIGN_UP') ?? 'invitation').toLowerCase().replaceAll(' ', ''),
  /** Addresses that may always sign up, whatever `signUp` says. */
  administratorEmails: () => (optional('ADMINISTRATOR_EMAIL') ?? '').split(',').filter((email) => email.trim() !== ''),
  /** The most messages that one organization and its children may send in a day (UTC). */
  messagesPerDay: () => Number(optional('MESSAGES_PER_DAY') ?? 1000),
  /** Name servers (`address` or `address:port`) that look up the domains of brands; the system's own unless set. */
  dnsServers: () => (optional('DNS_SERVERS') ?? '').split(',').filter((server) => server.trim() !== ''),
  /** The key that signs tokens of this kind: `kms:<key id or ARN>` or `file:<path of a PEM>`. */
  tokenKey: (kind: TokenKind) => required(`${kind.toUpperCase()}_TOKEN_KEY`),
  /**
   * The key that encrypts data which only some functions may decrypt: `kms:<key id or ARN>` or `file:<path of its 32
   * bytes>`.
   */
  dataKey: () => required('DATA_KEY'),
  /** The key that signs the log's checkpoints, `kms:<key id or ARN>`; a key under the data key unless it is set. */
  logKey: () => optional('LOG_KEY'),
  /** Years for which the bucket locks files of the log; undefined if it locks none. */
  logLockYears: () => {
    const years = optional('LOG_LOCK_YEARS');
    return years === undefined ? undefined : Number(years);
  },
  /** JSON Web Key Set of the public keys for tokens of this kind, the current signing key first. */
  tokenJwks: (kind: TokenKind) => required(`${kind.toUpperCase()}_TOKEN_JWKS`),
  /** The key that seals documents: `kms:<key id or ARN>` or `file:<path of a PEM>`. */
  sealKey: () => required('SEAL_KEY'),
  /** The sealing certificate and its chain, PEM, leaf first: the text itself, or `file:<path>`. */
  sealCertificate: () => required('SEAL_CERTIFICATE'),
  /** SHA-256 fingerprints of former seal keys: documents that they sealed still count as the platform's own. */
  formerSealKeys: () => (optional('FORMER_SEAL_KEYS') ?? '').split(',').filter((fingerprint) => fingerprint !== ''),
  /** RFC 3161 time-stamp authorities, tried in turn; none means a seal at level B-B. */
  timestampAuthorities: () => (optional('TSA_URLS') ?? '').split(',').filter((url) => url.trim() !== ''),
  /** The folder of the files that pages load (`infra/bundle-pages.ts`), where it isn't beside the function's code. */
  pageAssets: () => optional('PAGE_ASSETS'),
  /** Base address of Microsoft Graph. Only the local platform may change it, because callers' tokens are sent there. */
  graphUrl: () => (config.allowLoopback() && optional('GRAPH_URL')) || 'https://graph.microsoft.com',
  /**
   * The platform's own client at a provider where anybody can have an account; undefined unless both are set. Its
   * secret is encrypted by the data key (`lib/people/identity-providers/social.ts`).
   */
  socialClient: (name: SocialName): { client_id: string; secret: string } | undefined => {
    const client_id = optional(`${name.toUpperCase()}_CLIENT_ID`);
    const secret = optional(`${name.toUpperCase()}_CLIENT_SECRET`);
    return client_id && secret ? { client_id, secret } : undefined;
  },
  /** Trusted lists that prove qualified signatures (`lib/pdf/trust/listed-services.ts`); none without it. */
  trustedLists: () => optional('TRUSTED_LISTS'),
  /** SHA-256 fingerprints (hex) of certificates of issuers whose certificates are known to be persons'. */
  signerIssuers: () =>
    (optional('SIGNER_ISSUERS') ?? '')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  /** Trust services for all organizations, JSON (`lib/people/trust-services/instance-services.ts`); none without it. */
  trustServices: () => optional('TRUST_SERVICES'),
  /** Addresses that stand for others: pairs `address=other` with blanks between them. On the local platform alone. */
  standIns: (): [address: string, other: string][] =>
    ((config.allowLoopback() && optional('PROVIDER_STAND_INS')) || '')
      .split(' ')
      .filter((pair) => pair.includes('='))
      .map((pair) => pair.split('=') as [string, string]),
  /**
   * True on the local platform and in emulators only: documents and webhook receivers may have loopback addresses and
   * plain http.
   */
  allowLoopback: () => optional('ALLOW_LOOPBACK') === 'true',
};

/** Tokens of users and of signers have keys of their own. */
export type TokenKind = 'user' | 'signer';

/** Providers where anybody can have an account. */
export type SocialName = 'google' | 'microsoft';

export type QueueName = 'seal' | 'message' | 'webhook' | 'job';
