/** A reader whose late answers don't overwrite newer ones. */
interface Latest<Given extends unknown[]> {
  /** Makes a new request. Answers to earlier requests are ignored, in any order. */
  ask(...given: Given): Promise<void>;
  /** Ignores the answers to all requests until now. */
  drop(): void;
}

/** Makes such a reader. For a request that a newer one has replaced, `take` isn't called and no failure is thrown. */
export const latest = <Given extends unknown[], Answer>(
  read: (...given: Given) => Promise<Answer>,
  take: (answer: Answer, ...given: Given) => void,
): Latest<Given> => {
  let turn = 0;
  return {
    ask: async (...given) => {
      turn += 1;
      const own = turn;
      try {
        const answer = await read(...given);
        if (own === turn) take(answer, ...given);
      } catch (error) {
        if (own === turn) throw error;
      }
    },
    drop: () => {
      turn += 1;
    },
  };
};
