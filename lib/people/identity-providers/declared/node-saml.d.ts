/** The part of `@node-saml/node-saml` that is used. Its own types bring those of browsers into the whole platform. */

export interface Profile {
  issuer?: string;
  nameID?: string;
  getAssertionXml?: () => string;
}

export declare class SAML {
  constructor(options: {
    idpCert: readonly string[];
    issuer: string;
    audience: string;
    callbackUrl: string;
    wantAssertionsSigned: boolean;
    wantAuthnResponseSigned: boolean;
    acceptedClockSkewMs: number;
  });
  validatePostResponseAsync(container: { SAMLResponse: string }): Promise<{ profile: Profile | null }>;
}
