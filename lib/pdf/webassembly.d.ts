/** What this code uses of WebAssembly (W3C WebAssembly JavaScript Interface): TypeScript declares it for browsers alone. */
declare namespace WebAssembly {
  type Exports = Record<string, unknown>;
  type Imports = Record<string, Record<string, unknown>>;

  interface Memory {
    readonly buffer: ArrayBuffer;
  }

  class Module {
    private constructor();
  }

  class Instance {
    constructor(module: Module, imports: Imports);
    readonly exports: Exports;
  }

  function compile(bytes: Uint8Array): Promise<Module>;
}
