import js from '@eslint/js';
import globals from 'globals';

const house = {
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  curly: ['error', 'multi-line'],
  'no-var': 'error',
  'prefer-const': 'error',
  'no-nested-ternary': 'error',
  'no-implicit-globals': 'error',
  'default-case-last': 'error',
  'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
  'max-len': ['error', { code: 160, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true }],
  'max-depth': ['error', 4],
  'no-empty': ['error', { allowEmptyCatch: false }],
  'no-eval': 'error',
  'no-restricted-properties': ['error',
    ...['innerHTML', 'outerHTML', 'insertAdjacentHTML'].map((property) => ({ property, message: 'Captured text reaches the page through text nodes only.' }))],
};

export default [
  { ignores: ['node_modules/', 'data/', 'dist/', 'bench/data/', 'coverage/', 'lib/engine/bytes/'] },
  js.configs.recommended,
  { rules: house },
  { files: ['bin/**', 'lib/**', 'server/**', 'bench/**', 'fixtures/**', 'scripts/**', '*.config.js'], languageOptions: { globals: globals.node } },
  { files: ['test/**'], languageOptions: { globals: { ...globals.node, ...globals.jest } } },
  { files: ['test/browser/**'], languageOptions: { globals: { ...globals.node, ...globals.jest, ...globals.browser } } },
  { files: ['client/**'], languageOptions: { globals: { ...globals.browser, d3: 'readonly' } } },
];
