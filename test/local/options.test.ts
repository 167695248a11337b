import { describe, expect, test } from 'vitest';
import { readOptions } from '../../infra/local/options.ts';

describe('options of npm start', () => {
  test('have defaults', () => {
    expect(readOptions([], {})).toEqual({ port: 4000, dataDir: '.countersign', signUp: 'open', help: false });
  });

  test('are read from variables, and options win over them', () => {
    const env = { PORT: '5000', DATA_DIR: '/a', SIGN_UP: 'invitation' };
    expect(readOptions([], env)).toMatchObject({ port: 5000, dataDir: '/a', signUp: 'invitation' });
    expect(readOptions(['--sign-up', 'example.com,example.org'], env).signUp).toBe('example.com,example.org');
    expect(readOptions(['--port', '6000', '--data=/b'], env)).toMatchObject({ port: 6000, dataDir: '/b' });
  });

  test('--ephemeral uses no folder, even if DATA_DIR is set', () => {
    expect(readOptions(['--ephemeral'], { DATA_DIR: '/a' })).not.toHaveProperty('dataDir');
  });

  test.each([
    [['--port', '0']],
    [['--port', '65536']],
    [['--port', 'http']],
    [['--port', '-1']],
    [['--sign-up', 'anybody']],
    [['--sign-up', 'example.com,']],
    [['--unknown']],
    [['positional']],
    [['--ephemeral', '--data', '/a']],
  ])('%j is refused', (args) => {
    expect(() => readOptions(args, {})).toThrow();
  });
});
