import type { BegunAccess, BegunByRecipient } from '../../storage/records/identity-provider.ts';

/**
 * A trust service that speaks the API of the Cloud Signature Consortium (CSC): people keep the keys of their own
 * certificates there, and sign hashes with them.
 */
export interface TrustService {
  id: string;
  /** The organization that registered it; null for a service of the whole instance. */
  organization_id: string | null;
  name: string;
  /** Another one with each other address or client: what began before is void. */
  version: string;
  /** Address as it was registered. */
  base_url: string;
  /** Version of the API: 1.0.4, or 2.0 and later. */
  api: CscVersion;
  /** Address to which the methods' names are appended, without a slash at its end. */
  api_url: string;
  /** The authorization server; null until the service is asked for it. */
  oauth: AuthorizationServer | null;
  client_id: string;
  /** False for a public client. */
  has_secret: boolean;
  /** Reads the client's secret; null for a public client. */
  secret: () => Promise<string | null>;
}

export type CscVersion = 'v1' | 'v2';

/** Endpoints of OAuth 2.0 (RFC 6749 section 3). */
export interface AuthorizationServer {
  /** Its identifier where it has published one (RFC 8414); null if `info` names an address alone. */
  issuer: string | null;
  authorize: string;
  token: string;
  /** True if it takes the client's secret in an Authorization header alone; else the secret goes in the body. */
  basic: boolean;
}

/** A key with its certificate at a trust service. */
export interface CscCredential {
  id: string;
  /** DER. */
  certificate: Uint8Array;
  /** Certificates of its issuers as the service states them, DER, nearest first. */
  chain: Uint8Array[];
  key: { kind: 'RSA' | 'EC'; bits: number; algorithms: string[] };
  /**
   * Way to authorize a signature: without the person (`implicit`), by a PIN or one-time code that goes through this
   * platform (`explicit`), or on the service's own page (`oauth2code`).
   */
  authorization: 'implicit' | 'explicit' | 'oauth2code';
  /** Sole control assurance level (EN 419241-1): with `2` an authorization is for stated hashes alone. */
  scal: '1' | '2';
  /** The most signatures of one authorization. */
  multisign: number;
  pin: CscInput | null;
  otp: (CscInput & { online: boolean }) | null;
  /** The certificate's as the service states it: `valid`, or an empty text where it says nothing. */
  status: string;
}

/** Something that the person types to authorize a signature. */
export interface CscInput {
  /** Name of it in the service's API. */
  id: string;
  label: string;
  numeric: boolean;
}

/** Access that a signer begins at a service: the browser (`secret` of its cookie), and whose signing it is for. */
export interface CscBeginning {
  secret: string;
  signer: BegunByRecipient & Pick<BegunAccess, 'signing'>;
  /** Language of the service's pages (RFC 5646), where the signer's is known. */
  lang?: string | null;
}

/** Object identifier of SHA-256, by which all hashes are made. */
export const SHA256_OID = '2.16.840.1.101.3.4.2.1';
