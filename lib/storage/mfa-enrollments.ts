import { changeRecord, putRecord } from './engine/client.ts';
import { ifHeld } from './engine/commit.ts';
import { mfaEnrollmentKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { is, PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { EnrollmentItem } from './records/mfa-enrollment.ts';

/** Place of the user's unconfirmed second factor. */
export const enrollmentAt = (user_id: string): At<EnrollmentItem> => at(mfaEnrollmentKey(user_id));

/** Stores an enrollment and replaces an earlier one. */
export const storeEnrollment = (user_id: string, enrollment: Omit<EnrollmentItem, 'pk' | 'sk'>): Promise<void> =>
  putRecord({ ...mfaEnrollmentKey(user_id), ...enrollment });

/** Counts a try at the secret that was read; undefined if the secret was replaced, or `most` tries were made. */
export const countTry = (enrollment: EnrollmentItem, most: number): Promise<EnrollmentItem | undefined> =>
  ifHeld(() =>
    changeRecord<EnrollmentItem>(enrollment, {
      add: { tries: 1 },
      where: { tries: is.below(most), secret: enrollment.secret },
    }),
  );

export const enrollmentWrites = {
  /** Ends the enrollment; of two simultaneous uses only one holds. */
  use: (user_id: string): Write => ({ remove: mfaEnrollmentKey(user_id), where: PRESENT }),
  /** Ends it if there is one. */
  drop: (user_id: string): Write => ({ remove: mfaEnrollmentKey(user_id) }),
};
