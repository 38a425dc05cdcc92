// Blind mode: what the judge, the oracle and others say of a run is hidden until this person has labelled it.
// @ts-check
import { me, state } from "./state.js";

const KEY = "courtside.blind";

export const isBlind = () => localStorage.getItem(KEY) === "on";

/** @param {boolean} on */
export const blind = (on) => localStorage.setItem(KEY, on ? "on" : "off");

/** May nothing be shown of what others say of this run? @param {string | null | undefined} run */
export const hides = (run) => isBlind() && !Object.hasOwn(state.runs.get(run ?? "")?.people ?? {}, me());
