/** A reader whose late answers don't overwrite newer ones. */
interface Latest<Given extends unknown[]> {
  /** Asks anew. What was asked before counts no longer, in whatever order answers come. */
  ask(...given: Given): Promise<void>;
  /** Lets nothing count that was asked until now. */
  drop(): void;
}

/** Makes such a reader. `take` isn't called for an answer that another question has overtaken, and its failure isn't thrown. */
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
