/** A reason not to start that its reader can mend: printed without a stack, exit code 1. */
export class StartError extends Error {
  readonly remedy: string;

  /**
   * @param message what is wrong, in one sentence
   * @param remedy what to do about it
   */
  constructor(message: string, remedy: string) {
    super(message);
    this.name = "StartError";
    this.remedy = remedy;
  }
}
