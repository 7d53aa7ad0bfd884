import js from "@eslint/js";
import globals from "globals";

// The build takes away the spaces before each line.
const TEXT_OF_LINES = {
  selector: "TemplateElement[value.raw=/\\n/]",
  message: "A text ends on the line on which it begins.",
};

export default [
  { ignores: ["**/node_modules/**"] },
  js.configs.recommended,
  {
    files: ["service/site/static/**/*.js"],
    languageOptions: { globals: globals.browser },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-implicit-globals": "error",
      "no-shadow": "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-eval": "error",
      "no-restricted-syntax": ["error", TEXT_OF_LINES],
    },
  },
  {
    files: ["service/site/worker.js"],
    languageOptions: { globals: globals.serviceworker },
    rules: { eqeqeq: "error", "no-shadow": "error", "no-unused-vars": "error" },
  },
  { files: ["tests/site/**/*.js"], languageOptions: { globals: globals.node } },
];
