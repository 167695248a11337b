/** Says that something was done. It is there before, so that screen readers hear what appears in it. */
export const Done = ({ words }: { words: string }) => (
  <p class="done" role="status">
    {words}
  </p>
);
