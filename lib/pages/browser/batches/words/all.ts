import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import { type BatchWords, en } from './en.ts';
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

/** The words in every language. */
export const batchWords = { ar, de, en, es, fr, it, ja, nl, pl, pt } satisfies Record<string, BatchWords>;
