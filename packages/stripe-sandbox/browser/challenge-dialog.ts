import styles from "./challenge-dialog.module.css";

export type ChallengeAnswer = "complete" | "fail";

/** Shows the bank's 3-D Secure challenge, like Stripe's test page. Closing the dialog counts as failed. */
export function showChallenge(): Promise<ChallengeAnswer> {
  const dialog = document.createElement("dialog");
  dialog.className = styles.dialog ?? "";
  dialog.setAttribute("aria-labelledby", "challenge-title");
  dialog.setAttribute("aria-describedby", "challenge-text");

  const title = document.createElement("h2");
  title.id = "challenge-title";
  title.className = styles.title ?? "";
  title.textContent = "3D Secure test";
  const text = document.createElement("p");
  text.id = "challenge-text";
  text.textContent =
    "Here, your bank would ask you to confirm the payment. This is a test: choose the outcome. No card is charged.";
  const form = document.createElement("form");
  form.method = "dialog";
  form.className = styles.answers ?? "";
  form.append(answerButton("complete", "Complete authentication"), answerButton("fail", "Fail authentication"));
  dialog.append(title, text, form);

  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "complete" ? "complete" : "fail");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

function answerButton(value: ChallengeAnswer, label: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "submit";
  button.value = value;
  button.textContent = label;
  button.className = styles.answer ?? "";
  button.dataset.answer = value;
  return button;
}
