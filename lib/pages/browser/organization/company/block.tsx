import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** A part of a section, with a heading and a sentence that says what it does. */
export const Block = ({
  title,
  about,
  children,
}: {
  title: string;
  about?: string | undefined;
  children: ComponentChildren;
}) => {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {about && <p>{about}</p>}
      {children}
    </section>
  );
};
