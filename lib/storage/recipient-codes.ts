import { recipientCodeKey } from './engine/keys.ts';
import type { CodeItem } from './records/envelope.ts';
import type { SentCode } from './records/sent-code.ts';
import { addCode } from './sent-codes.ts';

/** Stores a code of a recipient beside earlier ones; the latest `kept` stay. One read and one write. */
export const addRecipientCode = (
  envelope_id: string,
  item: Omit<CodeItem, 'codes'>,
  sent: SentCode,
  kept: number,
): Promise<void> =>
  addCode<CodeItem & ReturnType<typeof recipientCodeKey>>(
    { ...item, ...recipientCodeKey(envelope_id, item.role_name, item.method) },
    sent,
    kept,
  );
