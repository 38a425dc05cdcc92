// Tells what is typed into fields: one action, which grows. Knows no keys.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideTyping")) return;
  const { shared, is } = world.courtsideTree;
  const { isSecret, textOf } = world.courtsideSecrets;
  const { head, isEditable } = world.courtsideElements;
  const { innermost } = world.courtsideHits;
  const looks = world.courtsideLooks;
  const { GROWING_MS, isOn, now, act, close, intent, reportSecrets, awaitLeave } = world.courtsideReports;
  const strokes = world.courtsideStrokes;

  const MAX_TEXT = 20_000;

  /** What the browser is about to put into a field, unless the page keeps it from that.
   * @type {{field: Element, event: Event} | null} */
  let offered = null;
  /** `action`: as it was reported last.
   * @type {{field: Element, at_ms: number, timer: number, reported: number, action?: any} | null} */
  let typing = null;
  /** The field whose next edit was announced. @type {Element | null} */
  let announced = null;
  /** @type {WeakSet<object>} */
  const followed = new WeakSet();

  const isOpen = () => Boolean(typing);

  /** @param {Element} field */
  function typedInto(field) {
    const any = /** @type {any} */ (field);
    return isSecret(field)
      ? ""
      : head(String(any.value ?? any.editContext?.text ?? textOf(field, "textContent")), MAX_TEXT);
  }

  /** More was typed. @param {Element} field */
  function grow(field) {
    reportSecrets();
    if (isSecret(field)) strokes.secretTyped();
    if (typing && typing.field !== field) flush();
    if (!typing && announced !== field) intent(true);
    announced = null;
    looks.changed();
    clearTimeout(typing?.timer);
    const at_ms = typing?.at_ms ?? now();
    const due = now() - (typing?.reported ?? 0) >= GROWING_MS.again;
    const { action } = typing ?? {};
    typing = {
      field,
      at_ms,
      timer: window.setTimeout(reportSoFar, GROWING_MS.paused),
      reported: due ? now() : (typing?.reported ?? 0),
      action,
    };
    if (due) typing.action = act("type", field, { text: typedInto(field), at_ms }, true, action);
    else awaitLeave();
  }

  function reportSoFar() {
    if (!typing) return;
    typing.timer = window.setTimeout(flush, GROWING_MS.ended - GROWING_MS.paused);
    const { field, at_ms, action } = typing;
    typing.action = act("type", field, { text: typedInto(field), at_ms }, true, action);
  }

  function flush() {
    takeOffered();
    if (!typing) return;
    const { field, at_ms, timer, action } = typing;
    typing = null;
    clearTimeout(timer);
    close("type", field, { text: typedInto(field), at_ms }, action);
  }

  /** @param {InputEvent} event */
  function beforeInput(event) {
    const field = innermost(event);
    // the Enter that was told: no line breaks there
    if (event.inputType === "insertLineBreak" && is(field, "input")) return;
    takeOffered();
    if (typing?.field !== field) {
      flush();
      intent();
      announced = field;
    }
    if (!event.inputType.startsWith("format")) offered = { field, event };
    setTimeout(takeOffered);
  }

  /** Some editors and masks put each character in themselves, or refuse it: no `input` will tell of it. */
  function takeOffered() {
    const last = offered;
    offered = null;
    if (last?.event.defaultPrevented) changed(last.field, last.event);
  }

  /** @param {Event} event */
  function input(event) {
    offered = null;
    changed(innermost(event), event);
  }

  /** What a field holds has changed, or would have. @param {Element} field @param {Event} event that told of it */
  function changed(field, event) {
    strokes.dropHeld();
    if (event.isTrusted && !is(field, "input", "textarea", "select") && !isEditable(field)) shared.shut.add(field);
    if (is(field, "select") || !(isEditable(field) || shared.shut.has(field))) return;
    grow(field);
  }

  /** Editors that draw their text themselves are told of it in an event of their own.
   * @param {Element | null} element */
  function follow(element) {
    const context = /** @type {any} */ (element)?.editContext;
    if (!element || !context || followed.has(context)) return;
    followed.add(context);
    context.addEventListener("textupdate", () => { if (isOn()) grow(element); });
  }

  function reportGrowing() {
    clearTimeout(typing?.timer);
    reportSoFar();
  }

  world.courtsideTyping = { isOpen, beforeInput, input, follow, reportGrowing, flush };
})();
