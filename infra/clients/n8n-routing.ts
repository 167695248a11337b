/** The part of a request, or of its answer, that a control or an operation of a declarative node stands for. */
export interface Routing {
  request?: {
    method: string;
    url: string;
    body?: object;
    qs?: object;
    json?: boolean;
    encoding?: string;
  };
  send?: { type: 'body' | 'query'; property: string; value?: string };
  output?: { postReceive: object[] };
}
