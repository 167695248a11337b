import { changeRecord, putRecord } from './client.ts';
import { ifHeld } from './commit.ts';
import { mfaEnrollmentKey } from './keys.ts';
import { type At, at } from './read.ts';
import type { EnrollmentItem } from './records/mfa-enrollment.ts';
import { is, PRESENT } from './where.ts';
import type { Write } from './write.ts';

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
