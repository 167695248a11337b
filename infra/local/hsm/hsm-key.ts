import type { KeyObject } from 'node:crypto';
import { type HeldKey, SHA256_DIGEST_INFO, type SigningAlgorithm } from '../../../lib/aws/keys/signing-key.ts';
import {
  ATTRIBUTES,
  type Attribute,
  type Cryptoki,
  MECHANISMS,
  OBJECT_CLASSES,
  TOKEN_FLAGS,
  type TokenInfo,
  USERS,
  ulong,
} from './cryptoki.ts';
import { CryptokiError, HsmError } from './hsm-error.ts';
import type { KeyUri } from './key-uri.ts';
import { readPublicKey } from './public-key.ts';
import { withinTime } from './within-time.ts';

/** A key in an HSM, for as long as the process runs. */
export interface HsmKey extends HeldKey {
  /** Leaves the HSM: no session stays open. */
  close(): Promise<void>;
}

interface Session {
  handle: bigint;
  key: bigint;
  publicKey: KeyObject;
  /** True if the token demands the PIN for each signature. */
  asksAlways: boolean;
}

/** Answers after which a new session may sign: the HSM has restarted, or somebody else has ended the session. */
const LOST = [
  'CKR_SLOT_ID_INVALID',
  'CKR_GENERAL_ERROR',
  'CKR_FUNCTION_FAILED',
  'CKR_DEVICE_ERROR',
  'CKR_DEVICE_REMOVED',
  'CKR_KEY_HANDLE_INVALID',
  'CKR_OBJECT_HANDLE_INVALID',
  'CKR_OPERATION_ACTIVE',
  'CKR_OPERATION_NOT_INITIALIZED',
  'CKR_SESSION_CLOSED',
  'CKR_SESSION_HANDLE_INVALID',
  'CKR_TOKEN_NOT_PRESENT',
  'CKR_USER_NOT_LOGGED_IN',
  'CKR_CRYPTOKI_NOT_INITIALIZED',
];

const WRONG_PIN = ['CKR_PIN_INCORRECT', 'CKR_PIN_INVALID', 'CKR_PIN_LEN_RANGE', 'CKR_PIN_EXPIRED', 'CKR_PIN_LOCKED'];

/**
 * A key in an HSM. Signatures are made one after the other in one session; where that is lost, once in a new one. A PIN
 * that the token has refused is never tried again, because a token locks itself after a few. `readPin` is asked at each
 * login.
 */
export const openHsmKey = (
  uri: KeyUri,
  readPin: () => string | undefined,
  load: (path: string) => Promise<Cryptoki>,
): HsmKey => {
  let module: Promise<Cryptoki> | undefined;
  let session: Session | undefined;
  /** Sessions that couldn't be closed, because the HSM didn't answer. */
  let left: bigint[] = [];
  let refusedPin: string | undefined;
  let latest: Promise<unknown> = Promise.resolve();

  const pin = (): string => {
    const given = readPin();
    if (given === undefined) throw new HsmError('The HSM asks for a PIN: give SEAL_PIN, or pin-source in SEAL_KEY');
    if (given === refusedPin)
      throw new HsmError(
        'The HSM has refused this PIN, so it is not tried again: give another, or start the platform again',
      );
    return given;
  };
  const logIn = async (cryptoki: Cryptoki, handle: bigint, user: number): Promise<void> => {
    const given = pin();
    await cryptoki.login(handle, user, given).catch((error: unknown) => {
      if (error instanceof CryptokiError && error.isOneOf(['CKR_USER_ALREADY_LOGGED_IN'])) return;
      if (!(error instanceof CryptokiError && error.isOneOf(WRONG_PIN))) throw error;
      refusedPin = given;
      throw new HsmError(`The HSM has refused the PIN: ${error.message}`);
    });
  };

  const open = async (): Promise<Session> => {
    module ??= load(uri.modulePath).then((loaded) => withinTime(loaded, (handle) => left.push(handle)));
    const cryptoki = await module;
    await cryptoki.initialize().catch(unless('CKR_CRYPTOKI_ALREADY_INITIALIZED'));
    await closeLeft(cryptoki);
    const token = chooseToken(await cryptoki.tokens(), uri);
    const handle = await cryptoki.openSession(token.slot);
    try {
      if (token.flags & TOKEN_FLAGS.loginRequired) {
        demandTries(token);
        await logIn(cryptoki, handle, USERS.user);
      }
      return { handle, ...(await findKey(cryptoki, handle, uri)) };
    } catch (error) {
      left.push(handle);
      await closeLeft(cryptoki);
      throw error;
    }
  };

  const signOnce = async (data: Buffer, mechanism: number): Promise<Buffer> => {
    session ??= await open();
    const cryptoki = await (module as Promise<Cryptoki>);
    await cryptoki.signInit(session.handle, mechanism, session.key);
    if (session.asksAlways) await logIn(cryptoki, session.handle, USERS.contextSpecific);
    return cryptoki.sign(session.handle, data);
  };
  const leaveSession = async (): Promise<void> => {
    const cryptoki = await module;
    if (session) left.push(session.handle);
    session = undefined;
    if (cryptoki) await closeLeft(cryptoki);
  };
  const closeLeft = async (cryptoki: Cryptoki): Promise<void> => {
    const [handles, open] = [left, [] as bigint[]];
    left = open;
    for (const handle of handles) {
      await cryptoki.closeSession(handle).catch((error: unknown) => {
        // Whatever else it answers, there is no such session any more.
        if (!(error instanceof CryptokiError)) open.push(handle);
      });
    }
  };
  const sign = async (data: Buffer, mechanism: number): Promise<Buffer> => {
    const hadSession = session !== undefined;
    try {
      return await signOnce(data, mechanism);
    } catch (error) {
      await leaveSession();
      if (!hadSession || !(error instanceof CryptokiError && error.isOneOf(LOST))) throw error;
      return signOnce(data, mechanism);
    }
  };
  /** Runs `act` when all before it have ended: a session of PKCS#11 does one thing at a time. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = latest.then(act);
    latest = turn.catch(() => {});
    return turn;
  };

  return {
    publicKey: () =>
      inTurn(async () => {
        session ??= await open();
        return session.publicKey;
      }),
    signDigest: (digest, algorithm) => {
      const { data, mechanism } = toSign(digest, algorithm);
      return inTurn(() => sign(data, mechanism));
    },
    close: () =>
      inTurn(async () => {
        await leaveSession();
        await (await module)?.finalize().catch(() => {});
      }),
  };
};

const toSign = (digest: Uint8Array, algorithm: SigningAlgorithm): { data: Buffer; mechanism: number } =>
  algorithm === 'ES256'
    ? { data: Buffer.from(digest), mechanism: MECHANISMS.ecdsa }
    : { data: Buffer.concat([SHA256_DIGEST_INFO, digest]), mechanism: MECHANISMS.rsaPkcs };

const unless =
  (name: string) =>
  (error: unknown): void => {
    if (!(error instanceof CryptokiError && error.isOneOf([name]))) throw error;
  };

const chooseToken = (tokens: readonly TokenInfo[], { token, serial, slotId }: KeyUri): TokenInfo => {
  const matching = tokens.filter(
    (one) =>
      (token === undefined || one.label === token) &&
      (serial === undefined || one.serial === serial) &&
      (slotId === undefined || one.slot === BigInt(slotId)),
  );
  const [found, ...others] = matching;
  if (!found) {
    const labels = tokens.map(({ label }) => `"${label}"`).join(', ');
    throw new HsmError(`The HSM has no such token; its tokens: ${labels || 'none'}`);
  }
  if (others.length > 0) throw new HsmError('Several tokens of the HSM are meant: add serial or slot-id to SEAL_KEY');
  return found;
};

/** Leaves a token alone whose PIN would be lost by another wrong one. */
const demandTries = ({ flags }: TokenInfo): void => {
  if (flags & TOKEN_FLAGS.pinLocked) throw new HsmError("The PIN of the HSM's token is locked");
  if (flags & TOKEN_FLAGS.finalTry) {
    throw new HsmError("One more wrong PIN would lock the HSM's token: log in once with a tool of the HSM's own first");
  }
};

const findKey = async (cryptoki: Cryptoki, session: bigint, uri: KeyUri): Promise<Omit<Session, 'handle'>> => {
  const named: Attribute[] = [
    ...(uri.object === undefined ? [] : [[ATTRIBUTES.label, Buffer.from(uri.object)] as const]),
    ...(uri.id === undefined ? [] : [[ATTRIBUTES.id, uri.id] as const]),
  ];
  const objects = (kind: number): Promise<bigint[]> =>
    cryptoki.findObjects(session, [[ATTRIBUTES.class, ulong(kind)], ...named]);
  const reader = (object: bigint) => (type: number) => cryptoki.attribute(session, object, type);

  const [key, ...others] = await objects(OBJECT_CLASSES.privateKey);
  if (key === undefined) throw new HsmError("The HSM's token has no private key of this label or id");
  if (others.length > 0) throw new HsmError("Several keys of the HSM's token are meant: add id to SEAL_KEY");
  const [publicObject] = await objects(OBJECT_CLASSES.publicKey);
  const publicKey =
    (publicObject === undefined ? undefined : await readPublicKey(reader(publicObject))) ??
    (await readPublicKey(reader(key)));
  if (!publicKey) throw new HsmError("The HSM's token has no public key of the private key's label and id");
  const asksAlways = (await cryptoki.attribute(session, key, ATTRIBUTES.alwaysAuthenticate))?.[0] === 1;
  return { key, publicKey, asksAlways };
};
