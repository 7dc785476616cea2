import { placeholdersOf } from "./compile-message.ts";

/** Key of an error, and those of its {names} that get a value. */
export type RaisedKey = { text: string; names: string[] };

/** Rest of a statement from its message on, which follows an error code unless the statement has another form. */
const RAISED =
  /(?:message :?=|'(?:PT\d{3}|\d[\dA-Z]{4})',|reject_window\([^']*,|problem :=)\s(?:[^';]|'(?:[^']|'')*')*/g;
/** End of the message: its values, or an option of `raise`. */
const END = /(?<='|\bend),\s+(?!case\b)(?=[a-z(])/;
const LITERAL = /'((?:[^']|'')*)'/g;
/** Sentence for people. Texts for developers begin in lower case or have other braces, and codes have no spaces. */
const SENTENCE = /^(?=["\p{Lu}{].* )(?:[^{}]|\{[a-z]+\})+$/u;

/** Returns the keys of the errors that a schema file raises. A key in `problem` gets its values elsewhere. */
export function raisedKeys(sql: string): RaisedKey[] {
  return [...sql.matchAll(RAISED)].flatMap(([statement]) => {
    const [message = "", ...given] = statement.split(END);
    const values = given.join();
    const isOneValue = values !== "" && !values.includes("jsonb_build_object");
    return [...message.matchAll(LITERAL)]
      .map(([, text = ""]) => text.replaceAll("''", "'"))
      .filter((text) => SENTENCE.test(text))
      .map((text) => {
        const names = [...placeholdersOf(text)];
        const isComplete = statement.startsWith("problem") || (isOneValue && names.length === 1);
        return { text, names: isComplete ? names : names.filter((name) => values.includes(`'${name}'`)) };
      });
  });
}
