// What pages read of the API's answers. `test/pages/page-scripts.test.ts` holds these types against the API's own schemas.

/** A session that was opened: the answer of the token endpoint, of a verification and of an acceptance. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
}

export interface Profile {
  id: string;
  current: boolean;
  first_name: string;
  last_name: string;
  email: string;
  organization?: { name: string } | null | undefined;
}

/** Where the browser goes after the user's answer. */
export interface Authorization {
  redirect_to: string;
}

export interface Invitation {
  email: string;
  first_name: string;
  last_name: string;
  organization?: { name: string } | undefined;
}

export interface SigningSession {
  access_token: string;
  envelope: {
    name: string;
    sender_name: string | null;
    documents: { id: string; name: string }[];
  };
  recipient: {
    type: string;
    status: string;
    full_name: string;
    auth_step: string | null;
    delegated_to: string | null;
  };
  brand: Record<string, unknown> | null;
}
