/** Parts of a passkey's signature, as a browser sent them (base64url), and the key that it is by. */
interface Parts {
  /** COSE key (RFC 9052 7). */
  public_key: Uint8Array;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
}

/**
 * True if whoever checks the signature later reads its parts as the platform did. Libraries differ in the odd forms
 * that they let pass: what others couldn't read would be a signature that the signer can deny. So each part has the
 * one form that its standard gives it: the key is CTAP2 canonical CBOR without optional parameters (WebAuthn 3,
 * 6.5.1.1), the client data is UTF-8, and a signature by ECDSA is DER.
 */
export const isPortable = ({ public_key, clientDataJSON, authenticatorData, signature }: Parts): boolean => {
  const key = Buffer.from(public_key).toString('hex');
  const clientData = bytesOf(clientDataJSON);
  const signed = bytesOf(signature);
  return (
    (ES256.test(key) ? isDer(signed) : ED25519.test(key) || isRs256(key)) &&
    Buffer.from(clientData.toString('utf8'), 'utf8').equals(clientData) &&
    [clientDataJSON, authenticatorData, signature].every((text) => bytesOf(text).toString('base64url') === text)
  );
};

const bytesOf = (base64url: string): Buffer => Buffer.from(base64url, 'base64url');

const ES256 = /^a5010203262001215820[0-9a-f]{64}225820[0-9a-f]{64}$/;
const ED25519 = /^a4010103272006215820[0-9a-f]{64}$/;
/** The exponent is 65537, as WebAuthn's attestations by TPM have it. */
const RS256 = /^a40103033901002059([0-9a-f]{4})([0-9a-f]+)2143010001$/;

const isRs256 = (key: string): boolean => {
  const [, length = '', modulus = ''] = RS256.exec(key) ?? [];
  return modulus !== '' && modulus.length === 2 * Number.parseInt(length, 16) && !modulus.startsWith('00');
};

/** Two positive numbers in as few bytes as they need, and nothing after them (X.690, 8.3 and 10.1). */
const isDer = (bytes: Buffer): boolean => {
  const afterNumber = (at: number): number => {
    const [tag, length = 0, first = 0, second = 0] = bytes.subarray(at);
    const isShortest = first !== 0 || second >= 0x80 || length === 1;
    return tag === 2 && length > 0 && length <= 33 && first < 0x80 && isShortest ? at + 2 + length : Number.NaN;
  };
  return bytes[0] === 0x30 && bytes[1] === bytes.length - 2 && afterNumber(afterNumber(2)) === bytes.length;
};
