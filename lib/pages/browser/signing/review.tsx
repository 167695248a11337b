import type { Field } from '../shared/answers.ts';
import { ActButton, Screen } from '../shared/parts.tsx';
import { About } from './about.tsx';
import { groupOf, labelOf, onePerGroup, shownValue } from './fields.ts';
import { leaveReview, Saving } from './fill.tsx';
import { saving } from './queue.ts';
import { envelope, fieldProblems, isApprover, own, recipient } from './state.ts';
import { submit } from './submit.ts';
import { say, w } from './words/index.ts';

const sign = async (): Promise<void> => {
  try {
    await submit();
  } catch (error) {
    if (Object.keys(fieldProblems.value).length > 0) leaveReview();
    throw error;
  }
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
      <ActButton act={sign} doing={isApprover.value ? w.approving : w.signing}>
        {say(isApprover.value ? w.approve : w.sign, names)}
      </ActButton>
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
