/** A message that the auth service wants sent; how it reads is for others to say. */
export interface AuthMail {
  kind: "recovery";
  to: string;
  /** Opens a session, once. */
  link: string;
  /** Six digits that do the same, for whoever reads the message on another device. */
  code: string;
  /** Link and code are good for so long. */
  validSeconds: number;
}

/** Takes a message over: resolves when it is sure to be sent or tried again. */
export type SendAuthMail = (mail: AuthMail) => Promise<void>;
