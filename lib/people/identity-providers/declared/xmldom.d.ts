/** The part of `@xmldom/xmldom` that is used. Its own types bring those of browsers into the whole platform. */

export interface Node {
  readonly nodeType: number;
  readonly parentNode: Node | null;
  readonly childNodes: ArrayLike<Node>;
  readonly textContent: string | null;
}

export interface Attribute {
  readonly name: string;
  readonly localName: string | null;
  readonly value: string;
}

export interface Element extends Node {
  readonly namespaceURI: string | null;
  readonly localName: string;
  readonly attributes: ArrayLike<Attribute>;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
}

type Handler = (message: string) => void;

export declare class DOMParser {
  constructor(options: { errorHandler: { warning: Handler; error: Handler; fatalError: Handler } });
  parseFromString(xml: string, type: 'text/xml'): { documentElement: Element | null };
}
