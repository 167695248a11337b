import encodeQR from 'qr';
import { epochSeconds, MINUTE, timestamp, timestampIn } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { fail } from '../../base/errors.ts';
import { hashSecret, isHashOf, newId, newSecret } from '../../base/ids.ts';
import { readSignatureImage } from '../../pdf/images/signature-image.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import { addDrawing, findDrawing, putDrawn, removeDrawing } from '../../storage/drawings.ts';
import { findEnvelope } from '../../storage/envelopes/read.ts';
import type { Drawing } from '../../storage/records/drawing.ts';
import type { EnvelopeItem, Party } from '../../storage/records/envelope.ts';
import { demandMayFill } from '../envelopes/rules/may-act.ts';
import { fitBytes } from '../signatures/shrink.ts';
import type { DrawingState, NewDrawing } from './signing-session-schema.ts';

/** A signature that is drawn on a phone while the document is open elsewhere. */

/** The time that the other device may take. */
const LIFE = 10 * MINUTE;
/** The record also holds keys and times, and is read at each look. */
const LARGEST_IMAGE = 60_000;

/**
 * Begins a drawing for the signer's session. The key stands in the link alone, after the `#`, which no server sees; the
 * table has its hash. Throws what filling a field throws if the signer may not sign. Two calls.
 */
export const startDrawing = async (caller: SignerCaller): Promise<NewDrawing> => {
  const envelope = await findEnvelope(caller.envelope_id);
  const party = envelope && partyOf(envelope, caller);
  if (!envelope || !party) return fail('unauthorized');
  demandMayFill(envelope, party, caller, timestamp());
  const [id, key] = [newId(), newSecret()];
  const { envelope_id, role_name, profile_id, session_id } = caller;
  const expires_at = timestampIn(LIFE);
  const ttl = epochSeconds() + LIFE / 1000;
  await addDrawing({ id, envelope_id, role_name, profile_id, session_id, hash: hashSecret(key), expires_at, ttl });
  const link = `${config.appUrl()}/draw#${id}.${key}`;
  return { id, link, qr_code: qrCode(link), expires_at };
};

const partyOf = (
  { parties }: EnvelopeItem,
  { role_name, profile_id }: Pick<Drawing, 'role_name' | 'profile_id'>,
): Party | undefined => parties.find((one) => one.role_name === role_name && one.profile_id === profile_id);

/** A QR code (ISO/IEC 18004) as a `data:` URL of an SVG. */
const qrCode = (text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(encodeQR(text, 'svg', { ecc: 'medium', border: 4 })).toString('base64')}`;

/**
 * Accepts the picture from the other device, once. Throws `drawing_unknown` for an invented, used or expired key, and
 * if it is no longer the signer's turn. Three calls.
 */
export const sendDrawing = async (id: string, key: string, bytes: Uint8Array): Promise<void> => {
  const drawing = await findDrawing(id);
  if (!drawing || isOver(drawing) || drawing.image || !isHashOf(drawing.hash, key)) return fail('drawing_unknown');
  const read = await readSignatureImage(bytes, 'image');
  const envelope = await findEnvelope(drawing.envelope_id);
  const party = envelope && partyOf(envelope, drawing);
  if (!envelope || !party || !mayFill(envelope, party, drawing)) return fail('drawing_unknown');
  const { png } = fitBytes(read, LARGEST_IMAGE);
  if (!(await putDrawn(drawing, png))) fail('drawing_unknown');
};

const mayFill = (envelope: EnvelopeItem, party: Party, of: Pick<Drawing, 'session_id'>): boolean => {
  try {
    demandMayFill(envelope, party, of, timestamp());
    return true;
  } catch {
    return false;
  }
};

const isOver = ({ expires_at }: Drawing): boolean => expires_at <= timestamp();

/**
 * Returns the state of this session's drawing. Throws `drawing_unknown` for another session's, and an expired one. One
 * call.
 */
export const readDrawing = async (caller: SignerCaller, id: string): Promise<DrawingState> => {
  const drawing = await findDrawing(id);
  if (!drawing || isOver(drawing) || !isOf(drawing, caller)) return fail('drawing_unknown');
  const { image } = drawing;
  return { image: image ? `data:image/png;base64,${Buffer.from(image).toString('base64')}` : null };
};

const isOf = (drawing: Drawing, { profile_id, session_id }: SignerCaller): boolean =>
  drawing.profile_id === profile_id && drawing.session_id === session_id;

/** Ends this session's drawing and its link. Throws `drawing_unknown` for another's. One call. */
export const endDrawing = async (caller: SignerCaller, id: string): Promise<void> => {
  if (!(await removeDrawing(id, caller))) fail('drawing_unknown');
};
