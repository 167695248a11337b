import type { KeyObject } from 'node:crypto';
import type { MessagePort } from 'node:worker_threads';
import type { HeldKey, SigningAlgorithm } from '../../../lib/aws/keys/signing-key.ts';

interface Asked {
  id: number;
  digest: Uint8Array;
  algorithm: SigningAlgorithm;
}

interface Answered {
  id: number;
  signature?: Uint8Array;
  /** The failure's text. */
  failure?: string;
}

/** Signs with `key` what a thread asks for at the port's other end. Doesn't keep the process alive. */
export const serveKey = (port: MessagePort, key: HeldKey): void => {
  port.on('message', async ({ id, digest, algorithm }: Asked) => {
    const answer: Answered = await key.signDigest(digest, algorithm).then(
      (signature) => ({ id, signature }),
      (error: Error) => ({ id, failure: error.message }),
    );
    port.postMessage(answer);
  });
  port.unref();
};

/** The key that another thread serves: an HSM has one session, and one memory of a refused PIN. */
export const keyBehind = (port: MessagePort, publicKey: KeyObject): HeldKey => {
  const waiting = new Map<number, (answer: Answered) => void>();
  let asked = 0;
  port.on('message', (answer: Answered) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  return {
    publicKey: async () => publicKey,
    signDigest: async (digest, algorithm) => {
      const id = ++asked;
      const { signature, failure } = await new Promise<Answered>((resolve) => {
        waiting.set(id, resolve);
        port.postMessage({ id, digest, algorithm } satisfies Asked);
      });
      if (!signature) throw new Error(failure);
      return signature;
    },
  };
};
