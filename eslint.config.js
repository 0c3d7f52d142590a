import js from '@eslint/js';
import simpleImportSort from 'eslint-plugin-simple-import-sort';
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
  // strings and templates are sentences and cannot be folded by the formatter
  'max-len': [
    'error',
    { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true },
  ],
  'one-var': ['error', 'never'],
  complexity: ['error', { max: 25, variant: 'modified' }],
  'max-lines-per-function': ['error', { max: 75, skipBlankLines: true, skipComments: true }],
  'max-depth': ['error', 4],
  'no-empty': ['error', { allowEmptyCatch: false }],
  'no-eval': 'error',
  'no-restricted-properties': [
    'error',
    ...['innerHTML', 'outerHTML', 'insertAdjacentHTML'].map((property) => ({
      property,
      message: 'Captured text reaches the page through text nodes only.',
    })),
  ],
};

export default [
  { ignores: ['node_modules/', 'data/', 'dist/', 'bench/data/', 'coverage/', 'lib/engine/bytes/'] },
  js.configs.recommended,
  { plugins: { 'simple-import-sort': simpleImportSort }, rules: { ...house, 'simple-import-sort/imports': 'error' } },
  {
    files: ['bin/**', 'lib/**', 'server/**', 'bench/**', 'fixtures/**', 'scripts/**', '*.config.js'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['client/**', 'bench/**'],
    // a view is one function: what it draws, and the handlers that close over it
    rules: { 'max-lines-per-function': ['error', { max: 130, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['test/**'],
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
    },
  },
  { files: ['test/**'], languageOptions: { globals: { ...globals.node, ...globals.jest } } },
  {
    files: ['test/browser/**'],
    languageOptions: { globals: { ...globals.node, ...globals.jest, ...globals.browser } },
  },
  { files: ['client/**'], languageOptions: { globals: { ...globals.browser, d3: 'readonly' } } },
];
