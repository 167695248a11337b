/** The part of jsrsasign that the tests use: it has no types for its CMS parser. All bytes are hexadecimal. */
declare module 'jsrsasign' {
  interface SignerInfo {
    id: { type: string; serial: { hex: string } };
    hashalg: string;
    sattrs: { array: { attr: string; type?: string; hex?: string; array?: { alg: string; hash: string }[] }[] };
    sigalg: string;
    sighex: string;
  }
  interface SignedData {
    econtent: { type: string; content: { hex: string | null } };
    /** PEM. */
    certs: { array: string[] };
    sinfos: SignerInfo[];
  }
  /** A private key that signs digests of others. */
  interface DigestSigner {
    signWithMessageHash(digest: string, algorithm: string): string;
    signWithMessageHashPSS(digest: string, algorithm: string, salt: number): string;
    signHex(digest: string, key: string): string;
    prvKeyHex: string;
  }
  const jsrsasign: {
    KEYUTIL: { getKey(pem: string): DigestSigner };
    KJUR: {
      asn1: { cms: { CMSParser: new () => { getCMSSignedData(hex: string): SignedData } } };
      crypto: {
        Signature: new (options: {
          alg: string;
        }) => { init(certificate: string): void; updateHex(hex: string): void; verify(signature: string): boolean };
      };
    };
    ASN1HEX: {
      /** The element at a path of child numbers, with tag and length. */
      getTLVbyList(hex: string, start: number, path: number[], tag?: string): string | null;
    };
  };
  export default jsrsasign;
}
