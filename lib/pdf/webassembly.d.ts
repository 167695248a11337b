/**
 * The part of WebAssembly that this code uses (W3C WebAssembly JavaScript Interface): TypeScript declares it for
 * browsers only.
 */
declare namespace WebAssembly {
  type Exports = Record<string, unknown>;
  type Imports = Record<string, Record<string, unknown>>;

  interface Memory {
    readonly buffer: ArrayBuffer;
  }

  interface Table {
    set(index: number, value: unknown): void;
  }

  class Module {
    constructor(bytes: Uint8Array);
  }

  class Instance {
    constructor(module: Module, imports: Imports);
    readonly exports: Exports;
  }

  function compile(bytes: Uint8Array): Promise<Module>;
}
