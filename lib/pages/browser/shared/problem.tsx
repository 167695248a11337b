import { problem, problemAt, readAgain, readsFailed } from './run.ts';
import { w } from './words/index.ts';

/**
 * The error's message, unless it stands at an input. Where what is shown couldn't be read, a button reads it again; the
 * page does so by itself as soon as there is a connection.
 */
export const Problem = () => {
  const isShown = problem.value !== '' && problemAt.value === '';
  return (
    <>
      {isShown && (
        <p id="error" class="bad" role="alert">
          {problem.value}
        </p>
      )}
      {readsFailed.value && (
        <button type="button" onClick={() => void readAgain()}>
          {w.again}
        </button>
      )}
    </>
  );
};
