// Knows which elements show their text as dots, by style alone. Knows no fields and no names.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideDisguises")) return;
  const { ask, viewOf } = world.courtsideDom;
  /** Every font that is to be read draws these differently. */
  const LETTERS = ["a", "W", "1"];
  const LETTER_PX = 16;
  const CANVAS_PX = 32;
  /** So long a font is not drawn again: the page may have put another one in its place. */
  const KEPT_MS = 1000;
  /** And so long it is not asked again whether it is there by now. */
  const LOADING_MS = 100;
  const MAX_FONTS = 100;

  /** By document, as a frame may call another font the same, and font.
   * @type {WeakMap<Document, Map<string, {draws: boolean, until: number}>>} */
  const known = new WeakMap();

  /** @param {Element} element */
  function isDisguised(element) {
    const view = viewOf(element) ?? window;
    const style = /** @type {any} */ (view.getComputedStyle(element));
    if (style.webkitTextSecurity && style.webkitTextSecurity !== "none") return true;
    if (!style.fontFamily || !ask(view.document).fonts.size) return false; // what is in no page has no style
    return drawsDots(view, `${LETTER_PX}px ${style.fontFamily}`);
  }

  /** Whether a font draws all letters alike. @param {any} view @param {string} font */
  function drawsDots(view, font) {
    const drawn = known.get(view.document) ?? new Map();
    known.set(view.document, drawn);
    const found = drawn.get(font);
    if (found && performance.now() < found.until) return found.draws;
    if (drawn.size >= MAX_FONTS) drawn.clear();
    const isLoaded = ask(view.document).fonts.check(font, LETTERS.join(""));
    const draws = isLoaded && areAlike(view, font);
    drawn.set(font, { draws, until: performance.now() + (isLoaded ? KEPT_MS : LOADING_MS) });
    return draws;
  }

  /** @param {any} view @param {string} font */
  function areAlike(view, font) {
    const pen = new view.OffscreenCanvas(CANVAS_PX, CANVAS_PX).getContext("2d", { willReadFrequently: true });
    pen.font = font;
    const [first, ...others] = LETTERS.map((letter) => {
      pen.clearRect(0, 0, CANVAS_PX, CANVAS_PX);
      pen.fillText(letter, LETTER_PX / 2, LETTER_PX * 1.5);
      return pen.getImageData(0, 0, CANVAS_PX, CANVAS_PX).data.join();
    });
    return /[1-9]/.test(first) && others.every((one) => one === first); // icon fonts draw no letters at all
  }

  world.courtsideDisguises = { isDisguised };
})();
