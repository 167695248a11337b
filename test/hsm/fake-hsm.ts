import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { ATTRIBUTES, type Attribute, type Cryptoki, TOKEN_FLAGS, ulong } from '../../infra/local/hsm/cryptoki.ts';
import { CryptokiError } from '../../infra/local/hsm/hsm-error.ts';

export const PIN = '840219';
export const MESSAGE = Buffer.from('a document');
export const DIGEST = createHash('sha256').update(MESSAGE).digest();

/** A module with one token and one elliptic key, which fails as it is told. */
export class FakeHsm {
  readonly key: { publicKey: KeyObject; privateKey: KeyObject };
  label = 'Seal';
  tokens = 1;
  flags: number = TOKEN_FLAGS.loginRequired;
  /** Private and public objects of the key's label. */
  objects = { private: 1, public: 1 };
  asksAlways = false;
  /** Answers of the next calls of a function, instead of CKR_OK. */
  readonly faults = new Map<string, number[]>();
  /** Calls that answer once this is over, by their function. */
  readonly hangs = new Map<string, Promise<void>>();
  readonly calls: string[] = [];
  readonly pins: string[] = [];
  /** Calls that run now, and the most that ever did. */
  running = 0;
  mostAtOnce = 0;
  private sessions = new Set<bigint>();
  private last = 0n;
  private mayLogIn = true;

  constructor(curve = 'P-256') {
    this.key = generateKeyPairSync('ec', { namedCurve: curve });
  }

  /** Sessions that are open now. */
  get open(): number {
    return this.sessions.size;
  }

  /** Ends all sessions, as a restart does. */
  restart(): void {
    this.sessions.clear();
    this.mayLogIn = true;
  }

  module(): Cryptoki {
    const call = async <T>(name: string, act: () => T): Promise<T> => {
      this.running++;
      this.mostAtOnce = Math.max(this.mostAtOnce, this.running);
      this.calls.push(name);
      try {
        await new Promise(setImmediate);
        await this.hangs.get(name);
        const returned = this.faults.get(name)?.shift();
        if (returned) throw new CryptokiError(name, returned);
        return act();
      } finally {
        this.running--;
      }
    };
    const inSession = <T>(name: string, session: bigint, act: () => T): Promise<T> =>
      call(name, () => {
        if (!this.sessions.has(session)) throw new CryptokiError(name, SESSION_HANDLE_INVALID);
        return act();
      });
    return {
      initialize: () => call('C_Initialize', () => {}),
      finalize: () => call('C_Finalize', () => {}),
      tokens: () =>
        call('C_GetTokenInfo', () =>
          Array.from({ length: this.tokens }, (_, slot) => ({
            slot: BigInt(slot),
            label: this.label,
            serial: `000${slot}`,
            flags: this.flags,
          })),
        ),
      openSession: () =>
        call('C_OpenSession', () => {
          this.sessions.add(++this.last);
          return this.last;
        }),
      closeSession: (session) => call('C_CloseSession', () => void this.sessions.delete(session)),
      login: (session, user, pin) =>
        inSession('C_Login', session, () => {
          this.pins.push(`${user} ${pin}`);
          if (pin !== PIN) throw new CryptokiError('C_Login', PIN_INCORRECT);
          if (!this.mayLogIn && user === 1) throw new CryptokiError('C_Login', USER_ALREADY_LOGGED_IN);
          this.mayLogIn = false;
        }),
      findObjects: (session, [[, kind] = [0, ulong(0)]]) =>
        inSession('C_FindObjects', session, () => {
          const count = kind.equals(ulong(3)) ? this.objects.private : this.objects.public;
          return Array.from({ length: count }, (_, index) => BigInt(index));
        }),
      attribute: (session, _object, type) =>
        inSession('C_GetAttributeValue', session, () => new Map(this.attributes()).get(type)),
      signInit: (session) => inSession('C_SignInit', session, () => {}),
      sign: (session) =>
        inSession('C_Sign', session, () =>
          sign('sha256', MESSAGE, { key: this.key.privateKey, dsaEncoding: 'ieee-p1363' }),
        ),
    };
  }

  private attributes(): Attribute[] {
    const { crv, x = '', y = '' } = this.key.publicKey.export({ format: 'jwk' });
    const params = crv === 'P-256' ? '06082a8648ce3d030107' : '06052b81040022';
    const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
    return [
      [ATTRIBUTES.keyType, ulong(3)],
      [ATTRIBUTES.ecParams, Buffer.from(params, 'hex')],
      [ATTRIBUTES.ecPoint, Buffer.concat([Buffer.from([4, point.length]), point])],
      [ATTRIBUTES.alwaysAuthenticate, Buffer.from([this.asksAlways ? 1 : 0])],
    ];
  }
}

const PIN_INCORRECT = 0xa0;
const SESSION_HANDLE_INVALID = 0xb3;
const USER_ALREADY_LOGGED_IN = 0x100;
