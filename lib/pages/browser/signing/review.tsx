import type { Field } from '../shared/answers.ts';
import { CallFailed } from '../shared/call.ts';
import { ActButton, Screen } from '../shared/parts.tsx';
import { newRequestKey } from '../shared/request-key.ts';
import { About } from './about.tsx';
import { actAsRecipient, refresh } from './api.ts';
import { groupOf, labelOf, onePerGroup, shownValue } from './fields.ts';
import { leaveReview, Saving } from './fill.tsx';
import { allSaved, saving } from './queue.ts';
import { envelope, fieldProblems, isApprover, own, recipient } from './state.ts';
import { localeAndZone, say, w } from './words/index.ts';

/** One act, however often it is asked for; another one after a refusal, whose answer is kept under the key. */
let key = newRequestKey();

const sign = async (): Promise<void> => {
  await allSaved();
  if (Object.keys(fieldProblems.value).length > 0) {
    leaveReview();
    throw new Error(w.notTaken);
  }
  await actAsRecipient('submit', localeAndZone(), key).catch((error: unknown) => {
    if (error instanceof CallFailed) key = newRequestKey();
    throw error;
  });
  await refresh();
};

/** Summary of what the signer leaves, and the button that signs. It never has the focus by itself. */
export const Review = () => {
  const names = { envelope: envelope.value.name, name: recipient.value.full_name };
  const shown = onePerGroup(own.value);
  return (
    <Screen title={w.reviewTitle}>
      <About />
      <p>{isApprover.value ? w.reviewApprove : w.reviewAbout}</p>
      {shown.length > 0 && (
        <dl>
          {shown.map((field) => (
            <div key={field.name}>
              <dt>{field.type === 'radio' ? (field.group ?? labelOf(field)) : labelOf(field)}</dt>
              <dd>
                <Left field={field} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {saving.value !== 'saved' && <Saving />}
      <ActButton act={sign}>{say(isApprover.value ? w.approve : w.sign, names)}</ActButton>
      <button type="button" class="other" onClick={leaveReview}>
        {w.back}
      </button>
    </Screen>
  );
};

const Left = ({ field }: { field: Field }) => {
  const { base64 } = field.settings;
  if (field.value && typeof base64 === 'string') return <img class="ink" src={base64} alt={shownValue(field, null)} />;
  if (field.type === 'radio') {
    const chosen = groupOf(field, own.value).find(({ value }) => value === 'true');
    return <>{chosen ? labelOf(chosen) : w.empty}</>;
  }
  return <>{shownValue(field, envelope.value.locale) || w.empty}</>;
};
