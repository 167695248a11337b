import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Frame } from '../account/frame.tsx';
import { Link } from '../account/link.tsx';
import { go, route } from '../user/route.ts';
import { me } from '../user/session.ts';
import { Notice } from './parts/notice.tsx';
import { GROUPS, SECTIONS, type Section } from './sections.ts';
import { w } from './words/index.ts';

/** The organization's room: an overview, and the sections that the user may see. */
export const Organization = () => {
  const section = 'section' in route.value ? route.value.section : '';
  const seen = SECTIONS.filter(({ sees }) => sees());
  const current = seen.find(({ id }) => id === section);
  const isUnknown = section !== '' && !current;
  useEffect(() => {
    if (isUnknown) void go('/organization', 'replace');
  }, [isUnknown]);
  return (
    <Frame title={current ? w[current.title] : w.organization} parts={<Places seen={seen} current={current} />}>
      <div class="section">
        {current ? (
          <>
            <p class="about">{w[current.about]}</p>
            <Notice />
            <current.Part key={`${me.value?.id} ${current.id}`} />
          </>
        ) : (
          <Overview seen={seen} />
        )}
      </div>
    </Frame>
  );
};

/** The sections: a list at the side on a desktop, on a phone below a button that names the current one. */
const Places = ({ seen, current }: { seen: readonly Section[]; current: Section | undefined }) => {
  const isOpen = useSignal(false);
  useEffect(() => {
    isOpen.value = false;
  }, [current]);
  return (
    <nav class="sections" aria-label={w.orgSections}>
      <button
        type="button"
        class="other"
        aria-expanded={isOpen.value}
        aria-controls="sections"
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {current ? w[current.title] : w.orgOverview}
      </button>
      <div id="sections" class={isOpen.value ? 'open' : ''}>
        <Link to="/organization" current={!current}>
          {w.orgOverview}
        </Link>
        {GROUPS.filter((group) => seen.some((one) => one.group === group)).map((group) => (
          <section key={group} aria-labelledby={`sections-${group}`}>
            <h2 id={`sections-${group}`}>{w[`orgGroup_${group}`]}</h2>
            <ul>
              {seen
                .filter((one) => one.group === group)
                .map(({ id, title }) => (
                  <li key={id}>
                    <Link to={`/organization/${id}`} current={id === current?.id}>
                      {w[title]}
                    </Link>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
};

/** All sections, each with the sentence that says what it is for. */
const Overview = ({ seen }: { seen: readonly Section[] }) => (
  <ul class="list overview">
    {seen.map(({ id, title, about }) => (
      <li key={id}>
        <Link to={`/organization/${id}`} look="name">
          {w[title]}
        </Link>
        <p class="soft">{w[about]}</p>
      </li>
    ))}
  </ul>
);
