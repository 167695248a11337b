import type { Caller } from '../../infra/local/story/caller.ts';
import type { Answered, Api } from '../api.ts';

/** Means by which operations are used. */
export interface Stage {
  api: Api;
  /** The body of a call that must succeed; `how` says in which way the operation is used. */
  use: <B>(call: Promise<Answered<B>>, how?: string) => Promise<B>;
  /** Plays a step of a signing as such a use. */
  caller: (how?: string) => Caller;
}
