/** A startup error that the operator can fix: printed without a stack trace, exit code 1. */
export class StartError extends Error {
  readonly remedy: string;

  /**
   * @param message the problem, in one sentence
   * @param remedy how to fix it
   */
  constructor(message: string, remedy: string) {
    super(message);
    this.name = "StartError";
    this.remedy = remedy;
  }
}
