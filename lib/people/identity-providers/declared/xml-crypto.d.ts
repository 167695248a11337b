/**
 * The part of `xml-crypto` that is used. Its own types bring those of browsers into the whole platform. Only tests
 * sign.
 */

import type { Element } from '@xmldom/xmldom';

/** Made by the library for each signature. */
export interface SignatureAlgorithm {
  getAlgorithmName(): string;
  verifySignature(material: string, key: string, value: string): boolean;
}

export declare class SignedXml {
  constructor(options: {
    privateKey?: string | Uint8Array;
    publicCert?: string;
    signatureAlgorithm?: string;
    canonicalizationAlgorithm?: string;
    getCertFromKeyInfo?: () => null;
    objects?: { content: string }[];
  });
  SignatureAlgorithms: Record<string, new () => SignatureAlgorithm>;
  HashAlgorithms: Record<string, unknown>;
  loadSignature(signature: Element): void;
  checkSignature(xml: string): boolean;
  getSignedReferences(): string[];
  addReference(reference: {
    xpath: string;
    transforms: string[];
    digestAlgorithm: string;
    uri?: string;
    type?: string;
  }): void;
  enableHMAC(): void;
  computeSignature(
    xml: string,
    options: { attrs?: { Id: string }; location: { reference: string; action: 'after' | 'append' | 'prepend' } },
  ): void;
  getSignedXml(): string;
}
