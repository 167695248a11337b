import { issueSealCertificate } from '../../lib/aws/keys/seal-certificate.ts';
import { publicJwk } from '../../lib/aws/keys/signing-key.ts';
import { now } from '../../lib/base/clock.ts';

/** Address and credentials of an AWS emulator. */
export interface Emulator {
  endpoint: string;
  region: string;
  accessKeyId: string;
}

interface Listed {
  FunctionName: string;
  Environment?: { Variables?: Record<string, string> };
}

const SEAL_NAME = 'Countersign seal';
const YEARS = 10;

/**
 * Completes a stack in an emulator that ignores custom resources: all functions with public token keys or the seal's
 * certificate get the values that `prepare-keys` would have made at deployment, unless they have them. All get the
 * variables `everywhere` beside their own. Returns the number of functions.
 */
export const completeStack = async (
  emulator: Emulator,
  stack: string,
  everywhere: Record<string, string>,
): Promise<number> => {
  const functions = await functionsOf(emulator, stack);
  const made = await missing(functions);
  for (const { FunctionName, Environment } of functions) {
    const known = Object.entries(Environment?.Variables ?? {});
    const corrected = Object.fromEntries(known.map(([name, value]) => [name, made[name] ?? value]));
    const body = { Environment: { Variables: { ...corrected, ...everywhere } } };
    await lambda(emulator, 'PUT', `${FunctionName}/configuration`, body);
  }
  return functions.length;
};

/** Makes one call of Lambda's API. An emulator reads account and region from the signature, and doesn't check it. */
const lambda = async ({ endpoint, region, accessKeyId }: Emulator, method: string, path: string, body?: unknown) => {
  const credential = `Credential=${accessKeyId}/20260101/${region}/lambda/aws4_request`;
  const answer = await fetch(`${endpoint}/2015-03-31/functions/${path}`, {
    method,
    headers: { authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=none` },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer.json() as unknown;
};

const functionsOf = async (emulator: Emulator, stack: string, marker = ''): Promise<Listed[]> => {
  const page = (await lambda(emulator, 'GET', `?MaxItems=50&Marker=${encodeURIComponent(marker)}`)) as {
    Functions: Listed[];
    NextMarker?: string | null;
  };
  const own = page.Functions.filter(({ FunctionName }) => FunctionName.startsWith(`${stack}-`));
  return page.NextMarker ? [...own, ...(await functionsOf(emulator, stack, page.NextMarker))] : own;
};

const missing = async (functions: readonly Listed[]): Promise<Record<string, string>> => {
  const value = (name: string) =>
    functions.map(({ Environment }) => Environment?.Variables?.[name]).find((found) => found !== undefined) ?? '';
  const made: Record<string, string> = {};
  for (const kind of ['USER', 'SIGNER']) {
    if (value(`${kind}_TOKEN_JWKS`).startsWith('{')) continue;
    made[`${kind}_TOKEN_JWKS`] = JSON.stringify({ keys: [await publicJwk(value(`${kind}_TOKEN_KEY`))] });
  }
  if (!value('SEAL_CERTIFICATE').startsWith('-----BEGIN')) {
    const key = value('SEAL_KEY');
    made.SEAL_CERTIFICATE = await issueSealCertificate({ key, subject: SEAL_NAME, validFrom: now(), years: YEARS });
  }
  return made;
};
