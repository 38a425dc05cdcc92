// Which fields hold a secret, by what they are called.
import assert from "node:assert/strict";
import { test } from "node:test";

import "../../../extension/page/addresses.js";
import "../../../extension/page/dom.js";
import "../../../extension/page/tree.js";
import "../../../extension/page/secrets.js";

const { isSecretField } = globalThis.courtsideSecrets;

const SECRET = [
  "password", "Password", "newPassword2", "user[password]", "passwd", "pass", "pwd", "passCode", "pass-phrase", "login_pw",
  "pin", "PIN code", "userPin", "otp", "OTP code", "totpCode", "one-time code", "oneTimeCode", "one_time_password", "2fa", "2FACode", "mfa-code",
  "creditCardNumber", "credit_card_number", "credit-card-number", "CreditCard", "cardnumber", "cardNumber", "Card number", "debitCardNo", "card",
  "cardholder", "ccNumber", "cc-num", "ccnum", "cc_csc", "cvc", "cvv2", "CVC", "card_cvc", "csc",
  "securityCode", "security_code", "Security code", "verificationCode", "verification-code", "Enter the verification code", "smsCode", "authCode",
  "recovery_code", "backupCodes", "access code", "client_secret", "apiKey", "API key", "secretKey", "accessToken", "seed phrase",
];
const PLAIN = [
  "", "name", "username", "email", "q", "search", "code", "postcode", "postalCode", "zip_code", "countryCode", "promoCode", "qrcode", "keyword",
  "apikeyboard", "keyboard", "compass", "passenger", "passport-no", "bypass", "spinner", "pinned", "opinion", "cardinality", "cardigan", "wildcard",
  "discard", "postcard-text", "scorecard", "dashboard", "pineapple", "secretary", "tokens", "maxTokens", "accident", "occ", "mfalcon", "step 2 fast",
];

test("camelCase, snake_case, kebab-case and plain words are read alike", () => {
  for (const name of SECRET) assert.ok(isSecretField(name), name);
});

test("a name that only holds the letters of a secret one is none", () => {
  for (const name of PLAIN) assert.ok(!isSecretField(name), name);
});
