import * as z from 'zod';
import { epochSeconds, MINUTE, timestamp, timestampIn } from '../../base/clock.ts';
import { hashSecret, newSecret } from '../../base/ids.ts';
import type { Write } from '../../storage/engine/write.ts';
import { passkeyChallengeWrite, takePasskeyChallenge } from '../../storage/passkeys.ts';
import type { PasskeyChallengeItem } from '../../storage/records/passkey.ts';

/** Time in milliseconds in which a challenge must be answered. */
export const CHALLENGE_LIFE = 5 * MINUTE;

type Purpose = Pick<PasskeyChallengeItem, 'purpose' | 'user_id' | 'mfa_hash' | 'session_id'>;

/** Makes a challenge of 256 bits, which is kept as its hash, and its write. */
export const newPasskeyChallenge = (purpose: Purpose): { challenge: string; creation: Write } => {
  const challenge = newSecret();
  const creation = passkeyChallengeWrite(hashSecret(challenge), {
    ...purpose,
    expires_at: timestampIn(CHALLENGE_LIFE),
    ttl: epochSeconds() + CHALLENGE_LIFE / 1000,
  });
  return { challenge, creation };
};

/** The part of what the browser signs with (WebAuthn 3, 5.8.1) that is looked at here; the library checks the rest. */
const ClientData = z.object({
  challenge: z.string().length(43),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
});

/** A challenge that was taken, with its text. */
export interface TakenChallenge extends PasskeyChallengeItem {
  challenge: string;
}

/**
 * Takes the challenge that a passkey's answer is for: whatever the answer turns out to be, there is no second one.
 * Undefined if it is unknown, was answered, is too old, was made for something else, or was answered in a frame of
 * another site.
 */
export const takeChallenge = async (
  purpose: PasskeyChallengeItem['purpose'],
  clientDataJSON: string,
): Promise<TakenChallenge | undefined> => {
  const data = readClientData(clientDataJSON);
  if (!data) return undefined;
  const taken = await takePasskeyChallenge(hashSecret(data.challenge));
  if (!taken || taken.purpose !== purpose || taken.expires_at <= timestamp()) return undefined;
  return { ...taken, challenge: data.challenge };
};

/**
 * The challenge and the origin that a browser says it has signed for; undefined if that can't be read, or was signed in
 * a frame of another site.
 */
export const readClientData = (base64url: string): z.output<typeof ClientData> | undefined => {
  try {
    const data = ClientData.parse(JSON.parse(Buffer.from(base64url, 'base64url').toString('utf8')));
    return data.crossOrigin ? undefined : data;
  } catch {
    return undefined;
  }
};
