// Trades a pairing code for a token, and says in one line what to do where that fails. Stores nothing.
// @ts-check

/** The daemon's address as the manifest lets us reach it. @param {string} typed */
export function addressOf(typed) {
  const text = typed.trim().replace(/\/+$/, "");
  const found = /^(?:http:\/\/)?(?:127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.exec(text);
  if (!found)
    throw new Error(
      `${text} is not an address on this machine; \`courtside up\` prints one like http://127.0.0.1:4780.`,
    );
  return `http://127.0.0.1${found[1] ?? ""}`;
}

/** @param {string} typed the address @param {string} code @returns {Promise<{daemon: string, token: string}>} */
export async function claim(typed, code) {
  const daemon = addressOf(typed);
  if (!code.trim()) throw new Error("Type the code that `courtside pair` prints.");
  const response = await fetch(`${daemon}/v1/pair/claim`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code, name: "Chrome" }),
  }).catch(() => {
    throw new Error(
      `No daemon answers at ${daemon}: \`courtside up\` starts it. ` +
      "If Chrome asked whether Courtside may reach this device, allow it.",
    );
  });
  const answer = await response.json().catch(() => null);
  if (typeof answer?.error === "string") throw new Error(answer.error);
  if (!response.ok || typeof answer?.token !== "string")
    throw new Error(`What answers at ${daemon} is not Courtside; \`courtside up\` prints the right address.`);
  return { daemon, token: answer.token };
}
