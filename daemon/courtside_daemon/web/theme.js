// Light or dark. Knows no page.
// @ts-check

/** What a person chose here, else what the system says. @param {"light" | "dark"} [chosen] */
export function theme(chosen) {
  if (chosen) localStorage.setItem("courtside.theme", chosen);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = localStorage.getItem("courtside.theme") ?? dark;
}

/** @param {HTMLElement} button that turns one into the other */
export function listen(button) {
  button.onclick = () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  matchMedia("(prefers-color-scheme: dark)").onchange = () => theme();
}
