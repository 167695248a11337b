/** The part of `samlp` that tests use: it has no types of its own. */

interface Options {
  issuer: string;
  cert: string;
  key: string;
  signResponse?: boolean;
  destination: string;
  recipient: string;
  nameIdentifierFormat: string;
  getPostURL: (audience: string, request: unknown, from: unknown, done: (error: null, url: string) => void) => void;
  getUserFromRequest: () => object;
}

type Middleware = (request: object, response: object, failed: (error: Error) => void) => void;

declare const samlp: { auth: (options: Options) => Middleware };
export default samlp;
