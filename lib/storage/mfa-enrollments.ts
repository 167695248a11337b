import { changeRecord, putRecord } from './client.ts';
import { ifHeld } from './commit.ts';
import { mfaEnrollmentKey } from './keys.ts';
import { type At, at } from './read.ts';
import type { EnrollmentItem } from './records/mfa-enrollment.ts';
import { is, PRESENT } from './where.ts';
import type { Write } from './write.ts';

/** The second factor that the user has not confirmed yet. */
export const enrollmentAt = (user_id: string): At<EnrollmentItem> => at(mfaEnrollmentKey(user_id));

/** Stores an enrollment, in the place of one before. */
export const storeEnrollment = (user_id: string, enrollment: Omit<EnrollmentItem, 'pk' | 'sk'>): Promise<void> =>
  putRecord({ ...mfaEnrollmentKey(user_id), ...enrollment });

/** Counts a try at the secret that was read; undefined where it is another's by now, or `most` have been made. */
export const countTry = (enrollment: EnrollmentItem, most: number): Promise<EnrollmentItem | undefined> =>
  ifHeld(() =>
    changeRecord<EnrollmentItem>(enrollment, {
      add: { tries: 1 },
      where: { tries: is.below(most), secret: enrollment.secret },
    }),
  );

export const enrollmentWrites = {
  /** Ends the enrollment; of two uses at once only one holds. */
  use: (user_id: string): Write => ({ remove: mfaEnrollmentKey(user_id), where: PRESENT }),
  /** Ends it where there is one. */
  drop: (user_id: string): Write => ({ remove: mfaEnrollmentKey(user_id) }),
};
