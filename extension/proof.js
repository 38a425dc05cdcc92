// What a program must show before it gets the token: that it knows it already. Sends nothing.
// @ts-check

const NONCE_BYTES = 32;
const HASH = "SHA-256";

/** @param {Uint8Array | ArrayBuffer} bytes */
const hex = (bytes) => Array.from(new Uint8Array(bytes), (one) => one.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (two) => parseInt(two, 16));

/** @param {string} nonce @param {string} address */
const textOf = (nonce, address) => new TextEncoder().encode(`courtside-daemon ${nonce} ${address}`);

/** A question that gives nothing away, and what tells whether an answer to it comes from a program that knows the token
 * and was asked at this very address. @param {string} token @param {string} address `host:port` @param {string} [nonce]
 * @returns {Promise<{question: {type: "prove", key: string, nonce: string}, holds: (mac: any) => Promise<boolean>}>} */
export async function challenge(token, address, nonce = hex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)))) {
  const digest = await crypto.subtle.digest(HASH, new TextEncoder().encode(token));
  const key = await crypto.subtle.importKey("raw", digest, { name: "HMAC", hash: HASH }, false, ["verify"]);
  return {
    question: { type: "prove", key: hex(await crypto.subtle.digest(HASH, digest)), nonce },
    // Compared in constant time by the browser.
    holds: async (mac) =>
      typeof mac === "string" && crypto.subtle.verify("HMAC", key, fromHex(mac), textOf(nonce, address)),
  };
}
